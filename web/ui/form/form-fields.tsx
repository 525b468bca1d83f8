import type { ComponentProps } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { DateInput } from './date/date-input.tsx'
import { Field, inputLook } from './field.tsx'
import { ImagePicker } from './image-picker.tsx'
import { Select } from './choice/select.tsx'

type Named = { name: string; label: string; hint?: string }

/** A select bound to the surrounding form. */
export function SelectField({
  name,
  label,
  hint,
  options,
}: Named & Pick<ComponentProps<typeof Select>, 'options'>) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {(wiring) => <Select {...wiring} {...register(name)} options={options} />}
    </Field>
  )
}

/** A multi-line text field bound to the surrounding form. */
export function LongTextField({ name, label, hint, ...rest }: Named & ComponentProps<'textarea'>) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field label={label} hint={hint} error={error?.message}>
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

/** An image picker bound to the surrounding form. */
export function ImageField({ name, label, ...rest }: Named & { current?: string }) {
  const { setValue, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  const pick = (file: File) =>
    setValue(name, file, { shouldDirty: true, shouldValidate: error !== undefined })
  return <ImagePicker label={label} {...rest} error={error?.message} onPick={pick} />
}

/** A date field bound to the surrounding form. Its value looks like 2026-01-31. */
export function DateField({ name, label, hint }: Named) {
  const { setValue, getFieldState, formState } = useFormContext<Record<string, string>>()
  const value = useWatch<Record<string, string>>({ name }) ?? ''
  const { error } = getFieldState(name, formState)
  const change = (day: string) =>
    setValue(name, day, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {(wiring) => (
        <DateInput
          {...wiring}
          label={label}
          value={value}
          onChange={change}
          onUnreadable={change}
        />
      )}
    </Field>
  )
}
