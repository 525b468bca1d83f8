import { Link, useNavigate, useSearchParams } from 'react-router'
import { undoChange } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { LinkPage } from '#web/layouts/link-page.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { signIn } from '#web/features/session/sign-in.ts'

export const meta = titled('Undo a change', NO_INDEX)

/** The server renders this page for everybody. It also opens with a session, which may be the attacker's. */
export const loader = () => null

export default function UndoChangePage() {
  return (
    <LinkPage title="Undo a change">
      <Undo />
    </LinkPage>
  )
}

/** Opening the link changes nothing, because mail programs open links by themselves. Only the button does. */
function Undo() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const undo = useSend(undoChange, {
    async onDone(tokens) {
      if (await signIn(tokens)) await navigate(paths.accountDetails, { replace: true })
    },
  })
  return (
    <Card title="Get your account back">
      <div className="grid gap-5">
        <p className="text-soft">
          Your account gets back the email address and phone number it had before. Everybody is
          signed out, and the password and all API keys end. You're signed in here and set a new
          password next.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            isBusy={undo.isPending}
            busyLabel="Undoing..."
            onClick={() => undo.mutate({ token: params.get('token') ?? '' })}
          >
            Undo the change
          </Button>
          <Link to={paths.home} className={buttonLook('quiet')}>
            Keep it
          </Link>
        </div>
      </div>
    </Card>
  )
}
