import { useId } from 'react'
import { useFormContext } from 'react-hook-form'

type CheckGroupProps = {
  name: string
  label: string
  hint?: string
  options: { value: string; label: string; words?: string }[]
}

/** A group of checkboxes bound to the surrounding form. Its value is the list of checked values. */
export function CheckGroup({ name, label, hint, options }: CheckGroupProps) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  const id = useId()
  return (
    <fieldset className="grid" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-semibold">{label}</legend>
      {hint && <p className="text-sm text-soft">{hint}</p>}
      {options.map(({ value, label, words }) => (
        <label key={value} className="flex min-h-11 items-center gap-3 py-1">
          <input
            type="checkbox"
            value={value}
            {...register(name)}
            className="size-5 shrink-0 accent-lantern-deep"
          />
          <span>
            {label}
            {words && <span className="block text-sm text-soft">{words}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
          {String(error.message)}
        </p>
      )}
    </fieldset>
  )
}
