import {
  Link,
  useLoaderData,
  type ClientLoaderFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import { google, login } from '#contract/accounts/auth.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { loadForAll } from '#web/api/visitor.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { redirectVisitor } from '#web/features/session/redirect-visitor.ts'
import { paths } from '#web/paths.ts'
import { showArrival } from '#web/state/session.ts'
import { toast } from '#web/state/toasts.ts'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { lineLink, textLink } from '#web/ui/text-link.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useChosenPack } from './chosen-pack.tsx'
import { GuestForm } from './guest/guest-form.tsx'
import { signIn } from '#web/features/session/sign-in.ts'
import { takeLanding } from './take-landing.ts'
import { GoogleButton } from './google/google-button.tsx'
import { SigningIn } from './signing-in.tsx'
import { Terms } from '#web/features/session/terms.tsx'
import { useSignIn } from './use-sign-in.ts'

export const meta: MetaFunction = ({ matches, location }) =>
  describePage(matches, {
    title: 'Log in',
    description: 'Log in to buy packs for your games, to see your orders and to use your wallet.',
    path: location.pathname,
  })

export const loader = ({ context }: LoaderFunctionArgs) => loadForAll(context, getSettings, {})

/** Google sends people back here with its answer in the address. */
export async function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  const answer = Object.fromEntries(new URL(request.url).searchParams)
  showArrival('code' in answer)
  if (answer['code'] || answer['error']) throw redirectVisitor(request, await comeBack(answer))
  return serverLoader<typeof loader>()
}
clientLoader.hydrate = true as const

async function comeBack({ code, ...rest }: Record<string, string>): Promise<string> {
  try {
    if (!code) throw new Error(REFUSALS.GOOGLE_FAILED[1])
    const tokens = await call(google, { code, ...rest })
    toast('success', google.message)
    const user = await signIn(tokens)
    return user ? takeLanding(user) : paths.login
  } catch (error) {
    toast('error', (error as Error).message)
    return paths.login
  }
}

export default function LoginPage() {
  return (
    <>
      <div className="for-arrivals my-auto">
        <SigningIn />
      </div>
      <div className="for-askers">
        <LogIn />
      </div>
    </>
  )
}

const TO_MEMBERS = {
  title: 'Welcome back',
  lead: 'Log in to buy, to see your orders and to use your wallet.',
}
const TO_BUYERS = {
  title: 'Buy this pack',
  lead: 'Continue as a guest, or log in to use your wallet.',
}

function LogIn() {
  const { isGoogleOffered, guestsMayBuy } = useLoaderData<typeof loader>()
  const hasChosen = useChosenPack() !== null
  const isForGuests = guestsMayBuy && hasChosen
  const enterShop = useSignIn()
  const send = useSend(login, { onDone: enterShop })
  return (
    <AuthFrame
      {...(isForGuests ? TO_BUYERS : TO_MEMBERS)}
      more={
        <>
          <p>
            <Link to={paths.loginOtp} className={lineLink}>
              Log in with a code by SMS
            </Link>
          </p>
          {guestsMayBuy && (
            <p>
              Bought without an account?{' '}
              <Link to={paths.guestOrders} className={lineLink}>
                See your orders
              </Link>
            </p>
          )}
          <p>
            New here?{' '}
            <Link to={paths.signup} className={textLink}>
              Sign up
            </Link>
          </p>
        </>
      }
    >
      {isForGuests && <GuestForm />}
      <div className="grid gap-5">
        {isGoogleOffered && <GoogleButton />}
        <Form
          schema={login.input}
          initial={{ email: '', password: '' }}
          submit={{ label: 'Log in', isWide: true }}
          onSubmit={send.mutateAsync}
        >
          <TextField name="email" label="Email" type="email" autoComplete="username" />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
          />
          <p className="-my-3 text-right text-sm">
            <Link to={paths.forgetPassword} className={lineLink}>
              Forgot password?
            </Link>
          </p>
        </Form>
        {isGoogleOffered && <Terms />}
      </div>
    </AuthFrame>
  )
}
