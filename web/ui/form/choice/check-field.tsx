import { useId } from 'react'
import { useFormContext } from 'react-hook-form'

type CheckFieldProps = { name: string; label: string; hint?: string }

/** A checkbox bound to the surrounding form. */
export function CheckField({ name, label, hint }: CheckFieldProps) {
  const { register } = useFormContext()
  const id = useId()
  return (
    <div className="grid gap-x-3 self-start">
      <label className="flex min-h-11 items-center gap-3 text-sm font-semibold">
        <input
          type="checkbox"
          aria-describedby={hint && id}
          {...register(name)}
          className="size-5 accent-lantern-deep"
        />
        {label}
      </label>
      {hint && (
        <p id={id} className="-mt-2 pl-8 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
