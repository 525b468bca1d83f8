import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { required } from '#contract/core/fields.ts'
import {
  filtersOf,
  removeFilter,
  saveFilter,
  useSavedFilters,
  withFilters,
} from '#web/state/saved-filters.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { CloseIcon } from '#web/ui/icons/icons.tsx'
import { useMyId } from '#web/admin/access/use-my-id.ts'

const NAME_MAX = 40
const schema = z.strictObject({ name: required('Enter a name').max(NAME_MAX) })

/** A person's saved filters for one list, and a way to save the current ones. */
export function SavedFilters({ list }: { list: string }) {
  const userId = useMyId()
  const saved = useSavedFilters(userId, list)
  const [params, setParams] = useSearchParams()
  const [isNaming, setNaming] = useState(false)
  const now = filtersOf(params.toString())
  const isSaved = saved.some(({ filters }) => filters === now)
  if (saved.length === 0 && !now) return null
  return (
    <div className="flex flex-wrap items-center gap-2">
      {saved.length > 0 && (
        <ul aria-label="Saved filters" className="contents">
          {saved.map(({ name, filters }) => (
            <li key={name} className="inline-flex rounded-md border border-line bg-raised">
              <Button
                look="quiet"
                size="sm"
                aria-pressed={filters === now}
                className="aria-pressed:text-lantern-deep"
                onClick={() => setParams(withFilters(location.search, filters), { replace: true })}
              >
                {name}
              </Button>
              <IconButton
                label={`Delete the filter ${name}`}
                className="size-9! pointer-coarse:size-11!"
                onClick={() => removeFilter(userId, list, name)}
              >
                <CloseIcon className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {now && !isSaved && (
        <Button look="quiet" size="sm" onClick={() => setNaming(true)}>
          Save filter
        </Button>
      )}
      {isNaming && (
        <NameFilter
          onName={(name) => saveFilter(userId, list, { name, filters: now })}
          onClose={() => setNaming(false)}
        />
      )}
    </div>
  )
}

type NameProps = { onName: (name: string) => void; onClose: () => void }

const NameFilter = ({ onName, onClose }: NameProps) => (
  <Dialog title="Save filter" isOpen onClose={onClose}>
    <Form
      schema={schema}
      initial={{ name: '' }}
      submit={{ label: 'Save' }}
      onCancel={onClose}
      onSubmit={async ({ name }) => {
        onName(name)
        onClose()
      }}
    >
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        hint="Saved in this browser. Search words aren’t kept."
      />
    </Form>
  </Dialog>
)
