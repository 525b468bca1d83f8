import type { ReactNode } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TrashIcon } from '#web/ui/icons/icons.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'

type Props = {
  name: string // of the form's list
  title: string
  /** Names one rule in the list. */
  one: string
  added: object
  addLabel: string
  children: (field: string) => ReactNode
}

/** Rules of a form, to which others can be added. */
export function RuleList({ name, title, one, added, addLabel, children }: Props) {
  const { control, getFieldState, formState } = useFormContext<Record<string, object[]>>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const { error } = getFieldState(name, formState)
  const complaint = error?.message ?? error?.root?.message
  return (
    <fieldset className="grid gap-4 border-t border-line pt-5">
      <legend className="sr-only">{title}</legend>
      <h3 className="text-lg" aria-hidden>
        {title}
      </h3>
      {fields.length > 0 && (
        <ol className="grid gap-4">
          {fields.map(({ id }, index) => (
            <li key={id} className="grid gap-3 rounded-md border border-line p-3">
              <div className="flex items-center justify-between gap-3">
                <h4 className="text-base">
                  {one} {index + 1}
                </h4>
                <IconButton
                  label={`Remove ${one.toLowerCase()} ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  <TrashIcon />
                </IconButton>
              </div>
              {children(`${name}.${index}`)}
            </li>
          ))}
        </ol>
      )}
      {complaint && (
        <p role="alert" className="text-sm font-medium text-bad">
          {complaint}
        </p>
      )}
      <Button size="sm" className="justify-self-start" onClick={() => append(added)}>
        <PlusIcon /> {addLabel}
      </Button>
    </fieldset>
  )
}
