import { useSuspenseQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  listAllCategories,
  listCategories,
  listGameNames,
  type Category,
} from '#contract/catalogue/catalog.ts'
import { CategoryFields, createCategory, editCategory } from '#contract/catalogue/categories.ts'
import { call, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { MultiSelectField } from '#web/ui/form/choice/multi-select-field.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

type Props = { category: Category | null; onClose: () => void }

/** Adds or edits a category of the front page. */
export function CategoryDialog({ category, onClose }: Props) {
  const { data: games } = useSuspenseQuery(query(listGameNames, {}))
  const refetch = [listCategories, listAllCategories]
  const create = useSend(createCategory, { refetch, onDone: onClose })
  const edit = useSend(editCategory, { refetch, onDone: onClose })
  const { version, load } = useVersion(category, async () => {
    const all = await call(listAllCategories, {})
    return all.find(({ _id }) => _id === category!._id)
  })
  const initial = toFields(version)

  async function save(input: z.output<typeof CategoryFields>): Promise<unknown> {
    if (!category) return create.mutateAsync(input)
    const change = changesOf(initial, input)
    if (Object.keys(change).length === 0) return onClose()
    return edit.mutateAsync({ id: category._id, ...change, was: initial })
  }

  return (
    <Dialog title={category ? 'Edit Category' : 'Add Category'} isOpen onClose={onClose}>
      <Form
        schema={CategoryFields}
        initial={initial}
        submit={{ label: category ? 'Save' : 'Add Category', busyLabel: 'Saving...' }}
        onSubmit={save}
        onCancel={onClose}
      >
        <TextField name="categoryTitle" label="Category title" autoComplete="off" />
        <MultiSelectField
          name="gameId"
          label="Games"
          hint="They are shown in this order."
          noun="game"
          options={games.map(({ _id, gameName }) => ({ value: _id, label: gameName }))}
        />
        <FormConflict load={async () => toFields(await load())} />
      </Form>
    </Dialog>
  )
}

const toFields = (category: Category | null) => ({
  categoryTitle: category?.categoryTitle ?? '',
  gameId: category?.gameId ?? [],
})
