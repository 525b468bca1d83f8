import { SecondFactors, type FactorState } from '#web/features/second-factor/second-factors.tsx'

/** Customers’ own passkeys and authenticator apps. */
export const OwnFactors = () => (
  <SecondFactors title="Passkeys and authenticator apps" isAtWork={false}>
    {explain}
  </SecondFactors>
)

const explain = ({ factors }: FactorState): string =>
  factors.length > 0
    ? 'We ask for one of these before your email, phone or password changes, and before an order that is above your spending lock.'
    : 'A thief may learn your password or read your email, but doesn’t have your fingerprint. With a passkey or an authenticator app, we ask for it before your email, phone or password changes, and before an order that is above your spending lock.'
