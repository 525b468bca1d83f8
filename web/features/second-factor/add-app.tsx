import { useState } from 'react'
import { z } from 'zod'
import type { Output } from '#contract/core/endpoint.ts'
import { KnownPassword } from '#contract/accounts/people.ts'
import { addApp, beginApp, getSecondFactor } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { QrCode } from './qr-code.tsx'

type Begun = Output<typeof beginApp>

export type AddProps = {
  isFirst: boolean
  needsPassword: boolean
  /** Receives recovery codes when the first second factor was added. */
  onAdded: (recoveryCodes: string[] | null) => void
}

const TITLE = 'Add an authenticator app'

export function AddApp({ isFirst, needsPassword, onAdded }: AddProps) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [isAsking, setAsking] = useState(false)
  const begin = useSend(beginApp, { onDone: setBegun })
  const onClose = () => {
    setBegun(null)
    setAsking(false)
  }
  return (
    <>
      <Button
        isBusy={begin.isPending && !isAsking}
        onClick={() => (needsPassword ? setAsking(true) : begin.mutate({}))}
      >
        Add authenticator app
      </Button>
      {isAsking && !begun && (
        <Dialog title={TITLE} isOpen onClose={onClose}>
          <p className="-mt-3 mb-5 text-soft">Enter your password first.</p>
          <Form
            schema={z.strictObject({ password: KnownPassword })}
            initial={{ password: '' }}
            submit={{ label: 'Continue' }}
            onSubmit={(input) => begin.mutateAsync(input)}
            onCancel={onClose}
          >
            <PasswordField />
          </Form>
        </Dialog>
      )}
      {begun && (
        <SetUp
          begun={begun}
          name={isFirst ? 'My phone' : 'Another phone'}
          onAdded={onAdded}
          onClose={onClose}
        />
      )}
    </>
  )
}

export const PasswordField = () => (
  <TextField
    name="password"
    label="Your password"
    type="password"
    autoComplete="current-password"
  />
)

type SetUpProps = Pick<AddProps, 'onAdded'> & { begun: Begun; name: string; onClose: () => void }

function SetUp({ begun: { secret, uri }, name, onAdded, onClose }: SetUpProps) {
  const add = useSend(addApp, {
    refetch: [getSecondFactor, getUser],
    onDone: ({ recoveryCodes }) => {
      onClose()
      onAdded(recoveryCodes)
    },
  })
  return (
    <Dialog title={TITLE} isOpen onClose={onClose}>
      <div className="mb-5 grid items-center gap-x-5 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <QrCode text={uri} className="w-44 justify-self-center" />
        <div className="grid gap-2">
          <p>Scan this with your authenticator app, or enter the secret there:</p>
          <p className="money text-sm">
            <CopyButton text={secret.replace(/(.{4})(?=.)/g, '$1 ')} label="Copy the secret" />
          </p>
        </div>
      </div>
      <Form
        schema={addApp.input}
        initial={{ name, code: '' }}
        submit={{ label: 'Add', busyLabel: 'Checking...' }}
        onSubmit={(input) => add.mutateAsync(input)}
        onCancel={onClose}
      >
        <TextField
          name="code"
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="money"
        />
        <TextField name="name" label="Name" hint="To tell it from others." autoComplete="off" />
      </Form>
    </Dialog>
  )
}
