import { beginAsGuest } from '#contract/accounts/guests.ts'
import { useSend } from '#web/api/use-send.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { Terms } from '#web/features/session/terms.tsx'
import { useSignIn } from '#web/auth/use-sign-in.ts'

/** Lets visitors who have chosen a pack buy it without an account. */
export function GuestForm() {
  const send = useSend(beginAsGuest, { onDone: useSignIn() })
  return (
    <>
      <section aria-labelledby="as-guest" className="mb-8 grid gap-4 border-b border-line pb-8">
        <h2 id="as-guest" className="text-xl">
          Buy without an account
        </h2>
        <Form
          schema={beginAsGuest.input}
          initial={{ email: '' }}
          submit={{ label: 'Continue as guest', isWide: true }}
          onSubmit={send.mutateAsync}
        >
          <TextField
            name="email"
            label="Where to send your order"
            placeholder="you@example.com"
            hint="An email, for news of your order and a link to it"
            type="email"
            autoComplete="email"
          />
          <Terms action="continuing" />
        </Form>
      </section>
      <h2 className="mb-4 text-xl">Or log in</h2>
    </>
  )
}
