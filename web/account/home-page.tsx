import { Link, type MetaFunction } from 'react-router'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useUser } from './use-user.ts'

export const meta: MetaFunction = () => [{ title: 'Dashboard | Gemstall' }]

export default function DashboardHomePage() {
  const { fullName, email, phone, isPhoneVerified, isEmailVerified } = useUser()
  return (
    <>
      <h1 className="text-3xl">Hello, {fullName.split(' ')[0]}</h1>
      <Card title="Your account">
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name="Email" value={email} isProved={isEmailVerified} />
          <Fact name="Phone" value={phone && `+91 ${phone}`} isProved={isPhoneVerified} />
        </dl>
        {!isPhoneVerified && (
          <p className="mt-5 text-soft">
            Verify your phone and you can log in with a code by SMS, without a password.
          </p>
        )}
        <Link to={paths.accountDetails} className={`mt-5 ${buttonLook('plain')}`}>
          Account details
        </Link>
      </Card>
    </>
  )
}

type FactProps = { name: string; value: string; isProved: boolean }

const Fact = ({ name, value, isProved }: FactProps) => (
  <div>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
      {value || 'None yet'}
      {value && (
        <Badge tone={isProved ? 'good' : 'pending'}>{isProved ? 'Verified' : 'Not verified'}</Badge>
      )}
    </dd>
  </div>
)
