import { useId, type ComponentProps, type ReactNode } from 'react'

type FieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (wiring: FieldWiring) => ReactNode
}

/** Attributes that connect an input to its label, hint and error. */
type FieldWiring = {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': !!error, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

export const inputLook =
  'min-h-11 w-full rounded-md border border-edge bg-raised px-3 text-base text-ink ' +
  'placeholder:text-soft/70 hover:border-ink/60 ' +
  'transition-[border-color,box-shadow] duration-(--duration-quick) ' +
  'focus-visible:outline-offset-0 aria-invalid:border-bad disabled:bg-sunken disabled:text-soft'

export const Input = ({ className = '', ...rest }: ComponentProps<'input'>) => (
  <input type="text" {...rest} className={`${inputLook} ${className}`} />
)

type PrefixedProps = ComponentProps<'input'> & { before: ReactNode }

/** An input with fixed text before it, such as a country code. */
export const PrefixedInput = ({ before, className = '', ...rest }: PrefixedProps) => (
  <div className="relative">
    <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-soft">
      {before}
    </span>
    <Input {...rest} className={`pl-13 ${className}`} />
  </div>
)
