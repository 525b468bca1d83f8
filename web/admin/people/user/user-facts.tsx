import { listWallets } from '#contract/core/balances.ts'
import { titleOf } from '#web/features/currency/currency-options.ts'
import { Link } from 'react-router'
import { formatBalance } from '#contract/core/money.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { paths } from '#web/paths.ts'
import { lineLink } from '#web/ui/text-link.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { formatDate } from '#web/ui/text/format.ts'

type Props = { user: UserOverview }

export const UserHeading = ({ user: { fullName, role, isGuest, isBlocked, deletedAt } }: Props) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <h1 className="text-2xl wrap-anywhere sm:text-3xl">{fullName}</h1>
      <Badge tone={role === 'user' ? 'plain' : 'glass'}>{isGuest ? 'guest' : role}</Badge>
      {deletedAt ? (
        <Badge tone="bad">Deleted</Badge>
      ) : (
        <Badge tone={isBlocked ? 'bad' : 'good'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
      )}
    </div>
    {deletedAt && (
      <p className="max-w-prose text-soft">
        This account was deleted on {formatDate(deletedAt)}. Name, email and phone are gone; orders
        and wallet transactions stay for the books.
      </p>
    )}
  </div>
)

const PARENTS = {
  asked: 'parent asked',
  agreed: 'parent agreed',
  refused: 'parent didn’t agree',
}

const tellAge = ({ age, parent }: UserOverview): string =>
  age === 'adult'
    ? '18 or older'
    : ['Under 18', parent && PARENTS[parent]].filter(Boolean).join(', ')

export const UserFacts = ({ user }: Props) => (
  <Card title="Account">
    <Facts>
      <Fact name="Email" isLong>
        {user.email ? <CopyButton text={user.email} label="Copy the email" /> : 'None'}
        {user.email && <Proof isGiven={user.isEmailVerified} />}
      </Fact>
      <Fact name="Phone" isLong>
        {user.phone ? <CopyButton text={user.phone} label="Copy the phone number" /> : 'None'}
        {user.phone && <Proof isGiven={user.isPhoneVerified} />}
      </Fact>
      {listWallets(user).map(({ currency, balance }) => (
        <Fact key={currency} name={titleOf(currency)}>
          <span className="money">{formatBalance(balance, currency)}</span>
        </Fact>
      ))}
      {user.claimedBy && (
        <Fact name="Claimed by">
          <Link to={paths.adminUser(user.claimedBy)} className={lineLink}>
            The account with this email
          </Link>
        </Fact>
      )}
      {user.age && <Fact name="Age">{tellAge(user)}</Fact>}
      <Fact name="Signed up">{formatDate(user.createdAt)}</Fact>
      <Fact name="Last seen">{user.lastSeenAt ? formatDate(user.lastSeenAt) : 'Not recently'}</Fact>
      {user.role === 'staff' && (
        <Fact name="Rights" isWide>
          {user.rights.join(', ') || 'None'}
        </Fact>
      )}
      <Fact name="Id" isWide>
        <CopyButton text={user._id} label="Copy the ID" />
      </Fact>
    </Facts>
  </Card>
)

const Proof = ({ isGiven }: { isGiven: boolean }) => (
  <span className={`block font-normal ${isGiven ? 'text-good' : 'text-soft'}`}>
    {isGiven ? 'Verified' : 'Not verified'}
  </span>
)
