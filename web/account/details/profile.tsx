import { worksHere } from '#contract/accounts/rights.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { useUser } from '#web/account/use-user.ts'

const schema = editUser.input.pick({ fullName: true, email: true })

export function Profile() {
  const user = useUser()
  const { fullName, email, isEmailVerified } = user
  const isAtWork = worksHere(user)
  const save = useSend(editUser, { refetch: [getUser], onDone: (user) => void rememberUser(user) })
  return (
    <Card title="Profile">
      <Form
        schema={schema}
        initial={{ fullName, email }}
        submit={{ label: 'Save', busyLabel: 'Saving...' }}
        onSubmit={save.mutateAsync}
      >
        <TextField name="fullName" label="Full name" autoComplete="name" />
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          readOnly={isAtWork}
          hint={
            isAtWork
              ? 'Staff accounts keep their verified email. An administrator has to remove your role before you can change it.'
              : `${isEmailVerified ? 'Verified. ' : ''}Codes and receipts go here. After a change, your old address can undo it for 7 days.`
          }
        />
      </Form>
    </Card>
  )
}
