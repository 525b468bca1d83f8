import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  askPasskey,
  confirmByCode,
  confirmByPasskey,
  getSecondFactor,
} from '#contract/accounts/second-factor.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { canUsePasskeys, showPasskey } from './passkeys.ts'

type Props = { onDone: () => void; onCancel?: () => void }

/** Offers every second factor that the account has, passkeys first. */
export function ConfirmFactor({ onDone, onCancel }: Props) {
  const { factors } = useSuspenseQuery(query(getSecondFactor, {})).data
  const has = (kind: 'app' | 'passkey') => factors.some((factor) => factor.kind === kind)
  const [isLost, setLost] = useState(false)
  const isByApp = has('app') && !isLost
  const isByPasskey = has('passkey') && canUsePasskeys() && !isLost
  return (
    <div key={String(isLost)} ref={focusFirst} className="grid gap-5">
      {isByPasskey && <ByPasskey onDone={onDone} />}
      {isByPasskey && isByApp && <p className="text-sm text-soft">Or with a code:</p>}
      {isByApp && (
        <ByCode
          key="app"
          label="Code from your authenticator app"
          isNumber
          isPlain={isByPasskey}
          onDone={onDone}
        />
      )}
      {!isByApp && !isByPasskey && (
        <ByCode
          key="recovery"
          label="Recovery code"
          hint="One of the ten you saved. Each works once."
          onDone={onDone}
        />
      )}
      <div className="flex flex-wrap justify-between gap-3">
        {(has('app') || has('passkey')) && (
          <Button look="quiet" className="-ml-5" onClick={() => setLost(!isLost)}>
            {isLost ? 'Back' : 'Use a recovery code'}
          </Button>
        )}
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </div>
  )
}

/** Focuses the first control, so that one press or six digits suffice. */
const focusFirst = (box: HTMLElement | null): void =>
  box?.querySelector<HTMLElement>('input, button')?.focus()

function ByPasskey({ onDone }: Props) {
  const show = useMutation({
    mutationFn: async () => {
      const answer = await showPasskey(await call(askPasskey, {}))
      await call(confirmByPasskey, { answer })
    },
    onSuccess: onDone,
  })
  return (
    <div className="grid gap-3">
      <Button
        look="primary"
        isBusy={show.isPending}
        busyLabel="Waiting for your passkey..."
        onClick={() => show.mutate()}
      >
        Use your passkey
      </Button>
      {show.error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {show.error.message}
        </p>
      )}
    </div>
  )
}

type ByCodeProps = Props & { label: string; hint?: string; isNumber?: boolean; isPlain?: boolean }

const ByCode = ({ label, hint = '', isNumber = false, isPlain = false, onDone }: ByCodeProps) => (
  <Form
    schema={confirmByCode.input}
    initial={{ code: '' }}
    submit={{ label: 'Confirm', busyLabel: 'Checking...', isPlain }}
    onSubmit={async (input) => {
      await call(confirmByCode, input)
      onDone()
    }}
  >
    <TextField
      name="code"
      label={label}
      hint={hint}
      inputMode={isNumber ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      className={isNumber ? 'money text-center text-2xl tracking-[0.3em]' : ''}
    />
  </Form>
)
