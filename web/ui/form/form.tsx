import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import {
  FormProvider,
  useForm,
  useFormContext,
  type DefaultValues,
  type FieldValues,
  type Path,
} from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#web/ui/button.tsx'
import { footerLook } from './footer-look.ts'
import { Field, Input, PrefixedInput } from './field.tsx'
import { resolverOf } from './resolver-of.ts'
import { useUnsavedTextIn } from '#web/ui/dialog/unsaved-text.ts'

type FormProps<S extends z.ZodType<unknown, FieldValues>> = {
  schema: S // the endpoint's own input schema: one set of rules, one set of messages
  initial: DefaultValues<z.input<S>>
  submit: { label: string; busyLabel?: string; isWide?: boolean; isPlain?: boolean }
  /** Errors appear beside the fields they name (`errors`), all others above the button. */
  onSubmit: (input: z.output<S>) => Promise<unknown>
  /** Closes the surrounding dialog. Asks first if something was typed. */
  onCancel?: () => void
  children: ReactNode
}

export function Form<S extends z.ZodType<unknown, FieldValues>>({
  schema,
  initial,
  submit,
  onSubmit,
  onCancel,
  children,
}: FormProps<S>) {
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: resolverOf(schema),
    defaultValues: initial,
  })

  async function send(input: z.output<S>): Promise<void> {
    try {
      await onSubmit(input)
      form.reset(form.getValues(), { keepValues: true, keepIsSubmitted: true })
    } catch (error) {
      for (const { field, ...said } of errorsOf(error))
        form.setError(field as Path<z.input<S>>, said, { shouldFocus: field !== 'root' })
    }
  }

  const { isSubmitting, dirtyFields, errors } = form.formState
  const leave = useUnsavedTextIn(Object.keys(dirtyFields).length > 0)
  const cancel = onCancel && (() => (leave ? leave(onCancel) : onCancel()))
  return (
    <FormProvider {...form}>
      <form
        method="dialog" // prevents a native submit, which would put the typed text into the address
        noValidate
        // A sticky footer cannot leave its grid row, so dialogs use a flex column.
        className={onCancel ? 'flex flex-col gap-5' : 'grid content-start gap-5'}
        onSubmit={form.handleSubmit(send)}
      >
        {children}
        {errors.root && (
          <p role="alert" className="text-sm font-medium text-bad">
            {errors.root.message}
          </p>
        )}
        <div className={onCancel ? footerLook : 'contents'}>
          {cancel && <Button onClick={cancel}>Cancel</Button>}
          <Button
            type="submit"
            look={submit.isPlain ? 'plain' : 'primary'}
            isBusy={isSubmitting}
            {...(submit.busyLabel ? { busyLabel: submit.busyLabel } : {})}
            className={submit.isWide ? 'w-full' : 'min-w-28 justify-self-start'}
          >
            {submit.label}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

/** Hidden field that tells password managers which account the new password belongs to. */
export const AccountName = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
)

type FieldError = { field: string; message: string; type?: string }

/** Errors of fields, or one for the whole form. Returns none while offline, because the offline notice explains it. */
function errorsOf(error: unknown): FieldError[] {
  if (!navigator.onLine) return []
  const { code = 'unknown', message, errors = [] } = error as Error & Partial<Refused>
  return errors.length > 0 ? errors : [{ field: 'root', type: code, message }]
}

type Refused = { code: string; errors: FieldError[] }

type TextFieldProps = ComponentProps<'input'> & {
  name: string
  label: string
  hint?: string
  before?: ReactNode // such as a country code
  tidy?: (typed: string) => string // cleans up typed or pasted text
}

/** A text input bound to the surrounding form. */
export function TextField({
  name,
  label,
  hint,
  before,
  tidy,
  className = '',
  ...input
}: TextFieldProps) {
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  const registered = register(name)
  return (
    <Field label={label} hint={hint} error={error?.message}>
      {(wiring) => {
        const wired = {
          ...wiring,
          ...input,
          ...registered,
          className,
          onChange(event: ChangeEvent<HTMLInputElement>) {
            if (tidy) event.target.value = tidy(event.target.value)
            return registered.onChange(event)
          },
        }
        return before ? <PrefixedInput {...wired} before={before} /> : <Input {...wired} />
      }}
    </Field>
  )
}
