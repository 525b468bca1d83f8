import { useState } from 'react'
import { Role } from '#contract/endpoint.ts'
import { editUserAsAdmin, listUsers, type User } from '#contract/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const ROLES = Role.options.map((role) => ({
  value: role,
  label: role.charAt(0).toUpperCase() + role.slice(1),
}))
const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked: signed out everywhere, and not let in' },
]

export function EditUser({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState<Role>(user.role)
  const [isBlocked, setBlocked] = useState(user.isBlocked)
  const save = useSend(editUserAsAdmin, { refetch: [listUsers], onDone: onClose })
  return (
    <Dialog title={user.fullName} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <p className="-mt-3 grid text-soft">
          <span>{user.email}</span>
          {user.phone && <span className="tabular-nums">+91 {user.phone}</span>}
        </p>
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
        <Field label="State">
          {(wiring) => (
            <Select
              {...wiring}
              options={STATES}
              value={isBlocked ? 'blocked' : 'active'}
              onChange={(event) => setBlocked(event.target.value === 'blocked')}
            />
          )}
        </Field>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={save.isPending}
            busyLabel="Saving..."
            onClick={() => save.mutate({ id: user._id, role, isBlocked })}
          >
            Save
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
