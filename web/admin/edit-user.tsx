import { useState } from 'react'
import { Link } from 'react-router'
import { Role } from '#contract/endpoint.ts'
import { formatBalance } from '#contract/money.ts'
import { editUserAsAdmin, getUser, listUsers, type User } from '#contract/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Gift } from './gift.tsx'

const ROLES = Role.options.map((role) => ({
  value: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
}))
const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

type Props = { user: User; onClose: () => void }

export const EditUser = ({ user, onClose }: Props) => (
  <Dialog title={user.fullName} isOpen onClose={onClose}>
    <div className="grid gap-6">
      <Who user={user} />
      <RoleAndState user={user} onClose={onClose} />
      <div className="grid items-start gap-4 border-t border-line pt-5 sm:grid-cols-2">
        <Gift userId={user._id} currency="INR" onDone={onClose} />
        <Gift userId={user._id} currency="USD" onDone={onClose} />
      </div>
    </div>
  </Dialog>
)

const Who = ({ user }: { user: User }) => (
  <div className="-mt-3 grid gap-3">
    <p className="grid text-soft">
      <span>{user.email}</span>
      {user.phone && <span className="tabular-nums">+91 {user.phone}</span>}
    </p>
    <Facts>
      <Fact name="Rupees">
        <span className="money">{formatBalance(user.balance, 'INR')}</span>
      </Fact>
      <Fact name="Dollars">
        <span className="money">{formatBalance(user.USDbalance, 'USD')}</span>
      </Fact>
    </Facts>
    <Link
      to={paths.adminOrdersBy({ searchIndex: 'email', search: user.email })}
      className={`justify-self-start ${lineLink}`}
    >
      Orders of {user.fullName}
    </Link>
  </div>
)

function RoleAndState({ user, onClose }: Props) {
  const [role, setRole] = useState<Role>(user.role)
  const [isBlocked, setBlocked] = useState(user.isBlocked)
  const save = useSend(editUserAsAdmin, { refetch: [listUsers, getUser], onDone: onClose })
  // What nobody touched is not sent: another administrator may have changed it meanwhile.
  const change = {
    ...(role !== user.role && { role }),
    ...(isBlocked !== user.isBlocked && { isBlocked }),
  }
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Role">
          {(wiring) => (
            <Select
              {...wiring}
              options={ROLES}
              value={role}
              onChange={(event) => setRole(Role.parse(event.target.value))}
            />
          )}
        </Field>
        <Field label="State" hint="Blocked: signed out everywhere, and not let in.">
          {(wiring) => (
            <Select
              {...wiring}
              options={STATES}
              value={isBlocked ? 'blocked' : 'active'}
              onChange={(event) => setBlocked(event.target.value === 'blocked')}
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={save.isPending}
          busyLabel="Saving..."
          onClick={() => save.mutate({ id: user._id, ...change })}
        >
          Save
        </Button>
      </div>
    </div>
  )
}
