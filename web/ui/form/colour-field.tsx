import { useFormContext, useWatch } from 'react-hook-form'
import { Field, Input } from './field.tsx'

const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

/** A colour field bound to the surrounding form. The colour can be picked or typed. */
export function ColourField({ name, label }: { name: string; label: string }) {
  const { register, setValue, getFieldState, formState } = useFormContext()
  const value: unknown = useWatch({ name })
  const { error } = getFieldState(name, formState)
  return (
    <Field label={label} error={error?.message}>
      {(wiring) => (
        <span className="flex gap-2">
          <input
            type="color"
            aria-label={`Pick the ${label.toLowerCase()}`}
            value={isColour(value) ? value : '#000000'}
            onChange={({ target }) =>
              setValue(name, target.value, { shouldDirty: true, shouldValidate: !!error })
            }
            className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-edge bg-raised p-1"
          />
          <Input
            {...wiring}
            {...register(name)}
            autoComplete="off"
            spellCheck={false}
            className="min-w-0 font-mono"
          />
        </span>
      )}
    </Field>
  )
}
