import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Field } from '#web/ui/form/field.tsx'
import { MultiSelect } from './multi-select.tsx'

type Option = { value: string; label: string }

type MultiSelectFieldProps = {
  name: string
  label: string
  hint?: string
  noun: string // singular noun for an option, such as 'game'
  options: Option[]
  /** Allows typing options that are not listed. */
  canAdd?: boolean
}

/** A searchable multiple choice bound to the surrounding form. Its value is the list of chosen values. */
export function MultiSelectField({
  name,
  label,
  hint,
  noun,
  options,
  canAdd = false,
}: MultiSelectFieldProps) {
  const [typed, setTyped] = useState('')
  const { setValue, getFieldState, formState } = useFormContext<Record<string, string[]>>()
  const values = useWatch<Record<string, string[]>>({ name }) as string[]
  const { error } = getFieldState(name, formState)
  const optionOf = new Map(options.map((option) => [option.value, option]))
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {({ id }) => (
        <MultiSelect
          id={id}
          label={noun}
          options={canAdd ? withTyped(options, typed) : options}
          {...(canAdd && { onType: setTyped })}
          chosen={values.map((value) => optionOf.get(value) ?? { value, label: value })}
          onChange={(chosen) =>
            setValue(
              name,
              chosen.map(({ value }) => value),
              { shouldDirty: true },
            )
          }
        />
      )}
    </Field>
  )
}

/** Offers to add the typed text if no option has that name. */
function withTyped(options: Option[], typed: string): Option[] {
  const value = typed.trim()
  const isNew = value !== '' && options.every((option) => option.value !== value)
  return isNew ? [...options, { value, label: `Add ${value}` }] : options
}
