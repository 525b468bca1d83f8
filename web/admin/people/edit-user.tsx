import { listWallets } from '#contract/core/balances.ts'
import { titleOf } from '#web/features/currency/currency-options.ts'
import { useState } from 'react'
import { Role, type Right } from '#contract/core/endpoint.ts'
import { formatBalance } from '#contract/core/money.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import {
  editUserAsAdmin,
  findUser,
  getUser,
  listUsers,
  type User,
} from '#contract/accounts/users.ts'
import { ApiError, call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { Gift } from './gift.tsx'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { RightsField } from './rights-field.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { ConflictNotice } from '#web/admin/forms/conflict-notice.tsx'
import { useVersion } from '#web/admin/forms/use-version.ts'

const ROLES = Role.options.map((role) => ({
  value: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
}))
const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
]

const HINTS: Record<Role, string> = {
  user: 'Buys for themselves.',
  reseller: 'Buys at reseller prices.',
  staff: 'Staff member with the rights ticked below.',
  admin: 'Can do everything.',
}

const UNPROVEN =
  'This email isn’t verified yet. You can give a role once its owner has signed in with a code sent to it.'

type Props = { user: User; onClose: () => void }

export function EditUser({ user, onClose }: Props) {
  const isAdmin = useRight()
  return (
    <Dialog title={user.fullName} isOpen onClose={onClose}>
      <div className="grid gap-6">
        <Who user={user} />
        {isAdmin || !worksHere(user) ? (
          <RoleAndState user={user} onClose={onClose} />
        ) : (
          <p className="text-soft">This is a staff account. Only an administrator can change it.</p>
        )}
        {isAdmin && (
          <section className="grid gap-4 border-t border-line pt-5">
            <h3 className="text-lg">Add money to their wallet</h3>
            <Gift user={user} onDone={onClose} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

const Who = ({ user }: { user: User }) => (
  <div className="-mt-3 grid gap-3">
    <p className="grid text-soft">
      <span>{user.email}</span>
      {user.phone && <span className="tabular-nums">+91 {user.phone}</span>}
    </p>
    <Facts>
      {listWallets(user).map(({ currency, balance }) => (
        <Fact key={currency} name={titleOf(currency)}>
          <span className="money">{formatBalance(balance, currency)}</span>
        </Fact>
      ))}
    </Facts>
    <OfficeLink
      isExtra
      to={paths.adminOrdersBy({ searchIndex: 'email', search: user.email })}
      className={`justify-self-start ${lineLink}`}
    >
      Orders of {user.fullName}
    </OfficeLink>
  </div>
)

/** Holds the role, rights and block chosen in the form, and saves them. */
function useUserEdit({ user, onClose }: Props) {
  const [role, setRole] = useState<Role>(user.role)
  const [rights, setRights] = useState<Right[]>(user.rights)
  const [isBlocked, setBlocked] = useState(user.isBlocked)
  const { version, load } = useVersion(user, () => call(findUser, { id: user._id }))
  const save = useSend(editUserAsAdmin, { refetch: [listUsers, getUser], onDone: onClose })
  // Untouched fields are not sent, because another administrator may have changed them.
  const change = {
    ...(role !== version.role && { role }),
    ...(role === 'staff' && String(rights) !== String(version.rights) && { rights }),
    ...(isBlocked !== version.isBlocked && { isBlocked }),
  }
  const was = { role: version.role, rights: version.rights, isBlocked: version.isBlocked }

  async function loadCurrent(): Promise<void> {
    const fresh = await load()
    if (role === version.role) setRole(fresh.role)
    if (String(rights) === String(version.rights)) setRights(fresh.rights)
    if (isBlocked === version.isBlocked) setBlocked(fresh.isBlocked)
    save.reset()
  }
  return {
    role,
    setRole,
    rights,
    setRights,
    isBlocked,
    setBlocked,
    isTyped: Object.keys(change).length > 0,
    isSaving: save.isPending,
    isStale: save.error instanceof ApiError && save.error.code === 'CHANGED_MEANWHILE',
    loadCurrent,
    send: () => save.mutate({ id: user._id, ...change, was }),
  }
}

function RoleAndState({ user, onClose }: Props) {
  const isAdmin = useRight()
  const edit = useUserEdit({ user, onClose })
  const { role, setRole, rights, setRights, isBlocked, setBlocked } = edit
  return (
    <div className="grid gap-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {isAdmin && <RoleField user={user} role={role} onChange={setRole} />}
        <Field label="State" hint="Blocked accounts are signed out and can’t log in.">
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
      {role === 'staff' && <RightsField value={rights} onChange={setRights} />}
      {edit.isStale && <ConflictNotice isTyped={edit.isTyped} load={edit.loadCurrent} />}
      <div className="flex justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" isBusy={edit.isSaving} busyLabel="Saving..." onClick={edit.send}>
          Save
        </Button>
      </div>
    </div>
  )
}

type RoleProps = { user: User; role: Role; onChange: (role: Role) => void }

function RoleField({ user, role, onChange }: RoleProps) {
  const isProven = user.isEmailVerified
  const roles = ROLES.filter(({ value }) => isProven || value === user.role || value === 'user')
  return (
    <Field label="Role" hint={isProven ? HINTS[role] : UNPROVEN}>
      {(wiring) => (
        <Select
          {...wiring}
          disabled={roles.length === 1}
          options={roles}
          value={role}
          onChange={(event) => onChange(Role.parse(event.target.value))}
        />
      )}
    </Field>
  )
}
