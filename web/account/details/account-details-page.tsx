import { titled } from '#web/features/shop-facts/head.ts'
import { BillingDetails } from './billing-details.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { Devices } from './devices.tsx'
import { EmailVerification } from './email-verification.tsx'
import { HiddenName } from './hidden-name.tsx'
import { NewsByMail } from './news-by-mail.tsx'
import { NewPassword } from './new-password.tsx'
import { OwnData } from './own-data.tsx'
import { OwnFactors } from './own-factors.tsx'
import { PhoneVerification } from './phone-verification.tsx'
import { Profile } from './profile.tsx'
import { SpendingLock } from './spending-lock.tsx'

export const meta = titled('Account details')

export default function AccountDetailsPage() {
  return (
    <div className="grid max-w-text gap-6">
      <h1 className="text-3xl">Account details</h1>
      <EmailVerification />
      <Profile />
      <PhoneVerification />
      <BillingDetails />
      <NewsByMail />
      <HiddenName />
      <NewPassword />
      <OwnFactors />
      <SpendingLock />
      <Devices />
      <OwnData />
      <DeleteAccount />
    </div>
  )
}
