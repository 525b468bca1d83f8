import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { sendEmailOtp, verifyOwnEmail } from '#contract/accounts/auth.ts'
import { acceptInvitation, findInvitation } from '#contract/accounts/invitations.ts'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { logOut } from '#web/features/session/log-out.ts'
import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { isSignedIn } from '#web/state/session.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import { CodeField } from '#web/ui/form/code-field.tsx'

export const meta = titled('Invitation', NO_INDEX)

/** The server renders this page for everybody, signed in or not. */
export const loader = () => null

export default function InvitationPage() {
  return (
    <LinkPage title="Your invitation">
      <Invited />
    </LinkPage>
  )
}

function Invited() {
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const [isMember, setMember] = useState(isSignedIn)
  const { data, error } = useQuery({ ...query(findInvitation, { token }), retry: false })
  if (error) return <Card title="This link doesn’t work">{error.message}.</Card>
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <Card title="Work in the back office">
      <div className="grid gap-5 wrap-anywhere">
        <p className="text-soft">
          This invitation is for <strong className="text-ink">{data.email}</strong>.
        </p>
        {isMember ? (
          <Member token={token} email={data.email} onLeave={() => setMember(false)} />
        ) : (
          <Visitor email={data.email} />
        )}
      </div>
    </Card>
  )
}

const comeBack = () => keepReturnPath(location.pathname + location.search)

const Visitor = ({ email }: { email: string }) => (
  <>
    <p>Log in or sign up with {email}. You come back here afterwards.</p>
    <Actions>
      <Link to={paths.login} onClick={comeBack} className={buttonLook('primary')}>
        Log in
      </Link>
      <Link to={paths.signup} onClick={comeBack} className={buttonLook('plain')}>
        Sign up
      </Link>
    </Actions>
  </>
)

type MemberProps = { token: string; email: string; onLeave: () => void }

function Member({ token, email, onLeave }: MemberProps) {
  const navigate = useNavigate()
  const { data: user } = useQuery(query(getUser, {}))
  const accept = useSend(acceptInvitation, {
    refetch: [getUser],
    onDone: () => void navigate(paths.office, { replace: true }),
  })
  if (!user) return <Skeleton className="h-11 w-full" />
  if (user.email !== email)
    return (
      <>
        <p>
          You’re logged in as {user.email}. Log out, and use {email} instead.
        </p>
        <Actions>
          <Button look="primary" onClick={() => void logOut().then(onLeave)}>
            Log out
          </Button>
        </Actions>
      </>
    )
  if (!user.isEmailVerified) return <ProveEmail email={email} />
  return (
    <Actions>
      <Button
        look="primary"
        isBusy={accept.isPending}
        busyLabel="Accepting..."
        onClick={() => accept.mutate({ token })}
      >
        Accept invitation
      </Button>
      <Link to={paths.home} className={buttonLook('quiet')}>
        Not now
      </Link>
    </Actions>
  )
}

/** Verifies the email within the session, so that the password chosen at sign-up stays. */
function ProveEmail({ email }: { email: string }) {
  const [challenge, setChallenge] = useState('')
  const send = useSend(sendEmailOtp, { onDone: setChallenge })
  const verify = useSend(verifyOwnEmail, { isQuiet: true, refetch: [getUser] })
  return (
    <>
      <p>Verify your email first. We send a code to {email}.</p>
      {challenge ? (
        <Form
          schema={verifyOwnEmail.input.pick({ code: true })}
          initial={{ code: '' }}
          submit={{ label: 'Verify email', busyLabel: 'Verifying...' }}
          onSubmit={({ code }) => verify.mutateAsync({ q: challenge, code })}
        >
          <CodeField />
        </Form>
      ) : (
        <Actions>
          <Button
            look="primary"
            isBusy={send.isPending}
            busyLabel="Sending..."
            onClick={() => send.mutate({})}
          >
            Send code
          </Button>
        </Actions>
      )}
    </>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-3">{children}</div>
)
