import { useState } from 'react'
import {
  CODE_LENGTH,
  reauthenticate,
  reauthenticateByCode,
  sendReauthenticationCode,
} from '#contract/accounts/auth.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { useCurrentUser } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/form/code-field.tsx'
import { AccountName, Form, TextField } from '#web/ui/form/form.tsx'

type Props = { onDone: () => void }

/** Asks for the password, or for an emailed code if the account has no password. */
export function ConfirmPassword({ onDone }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const send = useSend(sendReauthenticationCode, { onDone: setToken, isQuiet: true })
  const email = useCurrentUser()?.email ?? ''
  return (
    <div key={token} ref={focusField} className="grid gap-5">
      <p className="-mt-3 text-soft">
        {token
          ? `Enter the ${CODE_LENGTH}-digit code we sent to ${email}. We'll continue right after.`
          : "You signed in a while ago. Enter your password, or a code from an email, and we'll continue right after."}
      </p>
      {token ? (
        <ByCode token={token} onDone={onDone} />
      ) : (
        <ByPassword email={email} onDone={onDone} />
      )}
      <Button
        look="quiet"
        size="sm"
        className="-ml-4 justify-self-start"
        isBusy={send.isPending}
        busyLabel="Sending..."
        onClick={() => (token ? setToken(null) : send.mutate({}))}
      >
        {token ? 'Use my password' : 'Email me a code instead'}
      </Button>
    </div>
  )
}

/** Sets `autofocus` too, because the dialog opens after this and moves the focus there. */
function focusField(box: HTMLElement | null): void {
  const field = box?.querySelector<HTMLElement>('input:not([hidden])')
  field?.setAttribute('autofocus', '')
  field?.focus()
}

const ByPassword = ({ email, onDone }: Props & { email: string }) => (
  <Form
    schema={reauthenticate.input}
    initial={{ password: '' }}
    submit={{ label: 'Continue', busyLabel: 'Checking...' }}
    onSubmit={async (input) => {
      await call(reauthenticate, input)
      onDone()
    }}
  >
    <AccountName email={email} />
    <TextField name="password" label="Password" type="password" autoComplete="current-password" />
  </Form>
)

const ByCode = ({ token, onDone }: Props & { token: string }) => (
  <Form
    schema={reauthenticateByCode.input}
    initial={{ q: token, code: '' }}
    submit={{ label: 'Continue', busyLabel: 'Checking...' }}
    onSubmit={async (input) => {
      await call(reauthenticateByCode, input)
      onDone()
    }}
  >
    <CodeField label="Code" />
  </Form>
)
