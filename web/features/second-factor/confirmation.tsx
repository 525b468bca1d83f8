import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import { paths } from '#web/paths.ts'
import { answerConfirmation, confirmation } from '#web/state/confirmation.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Spinner } from '#web/ui/status/spinner.tsx'
import { TopDialog } from '#web/ui/dialog/top-dialog.tsx'
import { ConfirmFactor } from './confirm-factor.tsx'
import { AskAge } from '#web/features/age/ask-age.tsx'
import { AskParent } from '#web/features/age/ask-parent.tsx'
import { loadUser } from '#web/features/session/load-user.ts'
import { ConfirmPassword } from './confirm-password.tsx'

const cancel = () => answerConfirmation(false)

/**
 * Asks for what a call needs: a second factor, the password, the age or a parent's consent. The call is then repeated,
 * and the page stays as it was.
 */
export function Confirmation() {
  const code = useSyncExternalStore(confirmation.subscribe, confirmation.read, () => null)
  const renew = useRenewal()
  if (code === null) return null
  if (code === 'SECOND_FACTOR_MISSING') return <Missing onClose={cancel} />
  if (code === 'PASSWORD_NEEDED')
    return (
      <TopDialog title="Confirm that it's you" onClose={cancel}>
        <ConfirmPassword onDone={() => answerConfirmation(true)} />
      </TopDialog>
    )
  if (code === 'AGE_NEEDED')
    return (
      <TopDialog title="How old are you?" onClose={cancel}>
        <AskAge onDone={() => answerConfirmation(true)} />
      </TopDialog>
    )
  if (code === 'PARENT_NEEDED')
    return (
      <TopDialog title="Ask your parent or guardian" onClose={cancel}>
        <Suspense fallback={<Spinner />}>
          <AskParent onDone={() => answerConfirmation(true)} onCancel={cancel} />
        </Suspense>
      </TopDialog>
    )
  return (
    <TopDialog title="Confirm that it's you" onClose={cancel}>
      <p className="-mt-3 mb-5 text-soft">
        This is a sensitive action. It continues once you confirm.
      </p>
      <Suspense fallback={<Spinner />}>
        <ConfirmFactor
          onDone={() => {
            renew()
            answerConfirmation(true)
          }}
          onCancel={cancel}
        />
      </Suspense>
    </TopDialog>
  )
}

const Missing = ({ onClose }: { onClose: () => void }) => (
  <TopDialog title="Set up a second factor first" onClose={onClose}>
    <p className="-mt-3 mb-6 text-soft">
      This needs more than a password: an authenticator app or a passkey. Setting one up takes a
      minute. Nothing was changed yet.
    </p>
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onClose}>Not now</Button>
      <Link to={paths.adminSecurity} className={buttonLook('primary')} onClick={onClose}>
        Set it up
      </Link>
    </div>
  </TopDialog>
)

/** Replaces the back office until this session has confirmed its second factor. */
export function ConfirmFirst() {
  const renew = useRenewal()
  return (
    <div className="grid w-full max-w-form justify-self-center py-6 md:py-12">
      <Card>
        <h1 className="mb-2 text-2xl">Confirm that it's you</h1>
        <p className="mb-6 text-soft">
          Enter your second factor once each time you sign in to the back office.
        </p>
        <ConfirmFactor onDone={renew} />
      </Card>
    </div>
  )
}

/** Refetches the data that shows whether the second factor was confirmed. */
function useRenewal(): () => void {
  const client = useQueryClient()
  return () => {
    for (const { path } of [getUser, getSecondFactor])
      void client.invalidateQueries({ queryKey: [path] })
    void loadUser()
  }
}
