import { Link, useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { signup } from '#contract/accounts/auth.ts'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { useSend } from '#web/api/use-send.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { GoogleButton } from './google/google-button.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'
import { Terms } from '#web/features/session/terms.tsx'
import { useSignIn } from './use-sign-in.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Sign up',
    description:
      'Make an account to buy packs for your games, with a wallet and all your orders in one place.',
    path: location.pathname,
  })

export const loader = ({ context }: LoaderFunctionArgs) => loadForAll(context, getSettings, {})

export default function SignupPage() {
  const { isGoogleOffered } = useLoaderData<typeof loader>()
  const send = useSend(signup, { onDone: useSignIn() })
  return (
    <AuthFrame
      title="Create your account"
      lead="One account for your wallet, your orders and your players."
      more={
        <p>
          Already have one?{' '}
          <Link to={paths.login} className={textLink}>
            Log in
          </Link>
        </p>
      }
    >
      <div className="grid gap-5">
        {isGoogleOffered && <GoogleButton />}
        <Form
          schema={signup.input}
          initial={{ fullName: '', email: '', phone: '', password: '', takesNews: false }}
          submit={{ label: 'Sign up', isWide: true }}
          onSubmit={send.mutateAsync}
        >
          <TextField name="fullName" label="Full name" autoComplete="name" />
          <TextField name="email" label="Email" type="email" autoComplete="email" />
          <TextField
            name="phone"
            label="Phone"
            inputMode="numeric"
            autoComplete="tel-national"
            before="+91"
            tidy={tidyPhone}
          />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters, with a capital and a small letter, a number and one of !@#$%^&*"
          />
          <CheckField name="takesNews" label={CONSENT_WORDS.news} />
          <Terms />
        </Form>
      </div>
    </AuthFrame>
  )
}
