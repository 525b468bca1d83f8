import { z } from 'zod'
import { beginAsGuest, GuestContact } from '#contract/accounts/guests.ts'
import { useSend } from '#web/api/use-send.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { CONTACT_HINT, CONTACT_LABEL } from '#web/features/guest/contact-words.ts'
import { Terms } from '#web/features/session/terms.tsx'
import { useSignIn } from '#web/auth/use-sign-in.ts'

const TypedContact = z.object({ contact: GuestContact })

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
          schema={TypedContact}
          initial={{ contact: '' }}
          submit={{ label: 'Continue as guest', isWide: true }}
          onSubmit={({ contact }) => send.mutateAsync(contact)}
        >
          <TextField
            name="contact"
            label={CONTACT_LABEL}
            placeholder="you@example.com"
            hint={CONTACT_HINT}
            inputMode="email"
            autoComplete="email"
          />
          <Terms action="continuing" />
        </Form>
      </section>
      <h2 className="mb-4 text-xl">Or log in</h2>
    </>
  )
}
