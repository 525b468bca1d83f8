import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, inputLook } from './field.tsx'
import { Select } from './select.tsx'

type Named = { name: string; label: string }

/** A choice of the form around it. */
export function SelectField({
  name,
  label,
  options,
}: Named & Pick<ComponentProps<typeof Select>, 'options'>) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field label={label} error={error?.message}>
      {(wiring) => <Select {...wiring} {...register(name)} options={options} />}
    </Field>
  )
}

/** A longer text of the form around it. */
export function LongTextField({ name, label, ...rest }: Named & ComponentProps<'textarea'>) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field label={label} error={error?.message}>
      {(wiring) => (
        <textarea
          rows={5}
          {...wiring}
          {...rest}
          {...register(name)}
          className={`${inputLook} resize-y py-2.5`}
        />
      )}
    </Field>
  )
}
