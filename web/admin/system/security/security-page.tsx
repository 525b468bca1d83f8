import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSecondFactor } from '#contract/accounts/second-factor.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { canUsePasskeys } from '#web/features/second-factor/passkeys.ts'
import { Card } from '#web/ui/card.tsx'
import { AddApp } from './add-app.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { FactorList } from './factor-list.tsx'
import { MakeRecoveryCodes, RecoveryCodes } from './recovery-codes.tsx'

export const meta = titled('Security')

/** Manages second factors. They are needed to open the back office, and again for sensitive actions. */
export default function SecurityPage() {
  const { data } = useSuspenseQuery(query(getSecondFactor, {}))
  const [codes, setCodes] = useState<string[] | null>(null)
  const { factors, recoveryCodesLeft, isRequired, minutes } = data
  const isFirst = factors.length === 0
  const needsPassword = isFirst && data.hasPassword
  return (
    <>
      <h1 className="text-3xl">Security</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <Card title="Second factors">
          <p className="-mt-2 mb-5 max-w-prose text-soft">
            {isFirst ? words(isRequired) : <Asked minutes={minutes} />}
          </p>
          {!isFirst && <FactorList factors={factors} />}
          <div className="flex flex-wrap gap-3">
            {canUsePasskeys() && (
              <AddPasskey isFirst={isFirst} needsPassword={needsPassword} onAdded={setCodes} />
            )}
            <AddApp isFirst={isFirst} needsPassword={needsPassword} onAdded={setCodes} />
          </div>
          {!canUsePasskeys() && (
            <p className="mt-4 text-sm text-soft">
              Passkeys need a browser that knows them, and the shop on a secure address.
            </p>
          )}
        </Card>
        {!isFirst && (
          <Card title="Recovery codes">
            <p className="-mt-2 mb-5 max-w-prose text-soft">
              For the day on which your phone or your laptop is lost. Each opens the door once.
            </p>
            <p className="mb-5 font-medium">{tellLeft(recoveryCodesLeft)}</p>
            <MakeRecoveryCodes onMade={setCodes} />
          </Card>
        )}
      </div>
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
}

const words = (isRequired: boolean): string =>
  isRequired
    ? 'You have none yet. Until you add one, you can’t make sensitive changes: gifts, refunds, roles, credentials and settings.'
    : 'You have none yet. A second factor protects your account even if your password is stolen. The back office asks for it when you sign in and before sensitive changes.'

const Asked = ({ minutes }: { minutes: number }) => (
  <>
    The back office asks for one of these when you sign in, and again before sensitive changes if
    you haven’t used it for {minutes === 1 ? 'a minute' : `${minutes} minutes`}.
  </>
)

function tellLeft(count: number): string {
  if (count === 0) return 'None are left. Make new ones.'
  return count === 1 ? 'One is left.' : `${count} are left.`
}
