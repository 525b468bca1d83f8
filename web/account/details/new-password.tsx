import { useState } from 'react'
import { changePassword } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { Card } from '#web/ui/card.tsx'
import { AccountName, Form, TextField } from '#web/ui/form/form.tsx'
import { useUser } from '#web/account/use-user.ts'

export function NewPassword() {
  const { email, role } = useUser()
  const [round, setRound] = useState(0) // a new key empties the form after each success
  const save = useSend(changePassword, { onDone: () => setRound(round + 1) })
  return (
    <Card title="New password">
      <Form
        key={round}
        schema={changePassword.input}
        initial={{ newPassword: '' }}
        submit={{ label: 'Set password', busyLabel: 'Setting...' }}
        onSubmit={save.mutateAsync}
      >
        <AccountName email={email} />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          hint={`At least 6 characters. Your other devices are signed out${role === 'reseller' ? ' and all your API keys end' : ''}.`}
        />
      </Form>
    </Card>
  )
}
