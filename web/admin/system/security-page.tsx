import { SecondFactors, type FactorState } from '#web/features/second-factor/second-factors.tsx'
import { titled } from '#web/features/shop-facts/head.ts'

export const meta = titled('Security')

/** Manages second factors. They are needed to open the back office, and again for sensitive actions. */
export default function SecurityPage() {
  return (
    <>
      <h1 className="text-3xl">Security</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        <SecondFactors title="Second factors" isAtWork>
          {explain}
        </SecondFactors>
      </div>
    </>
  )
}

function explain({ factors, isRequired, minutes }: FactorState): string {
  if (factors.length > 0)
    return `The back office asks for one of these when you sign in, and again before sensitive changes if you haven’t used it for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  return isRequired
    ? 'You have none yet. Until you add one, you can’t make sensitive changes: gifts, refunds, roles, credentials and settings.'
    : 'You have none yet. A second factor protects your account even if your password is stolen. The back office asks for it when you sign in and before sensitive changes.'
}
