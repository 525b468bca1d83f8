import { useNavigate } from 'react-router'
import { forgotPassword } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'

type Props = { label: string; onSent?: () => void }

/** Mails a code to sign in with, and goes on to the page where it is entered. */
export function EmailCodeForm({ label, onSent }: Props) {
  const navigate = useNavigate()
  const send = useSend(forgotPassword)
  return (
    <Form
      schema={forgotPassword.input}
      initial={{ email: '' }}
      submit={{ label, isWide: true }}
      onSubmit={async ({ email }) => {
        const token = await send.mutateAsync({ email })
        onSent?.()
        await navigate(paths.verify({ email, token }))
      }}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" />
    </Form>
  )
}
