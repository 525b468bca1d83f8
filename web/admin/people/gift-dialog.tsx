import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pickUsers } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'
import { Gift, type Recipient } from './gift.tsx'

const PAUSE_MS = 250

/** Picks a customer, then adds money to their wallet. */
export function GiftDialog({ onClose }: { onClose: () => void }) {
  const [user, setUser] = useState<Recipient | null>(null)
  return (
    <Dialog
      title={user ? `Add money to ${user.fullName}’s wallet` : 'Add money to a wallet'}
      isOpen
      onClose={onClose}
    >
      {user ? <Gift user={user} onDone={onClose} /> : <PickUser onPick={setUser} />}
    </Dialog>
  )
}

function PickUser({ onPick }: { onPick: (user: Recipient) => void }) {
  const [search, setSearch] = useState('')
  const pause = useDebounce(PAUSE_MS)
  const { data } = useQuery({ ...query(pickUsers, { search }), placeholderData: keepPreviousData })
  return (
    <div className="grid gap-3">
      <Field label="Whose wallet?" hint="Search by name or email.">
        {(wiring) => (
          <Input
            {...wiring}
            type="search"
            autoComplete="off"
            onChange={({ target: { value } }) => pause.thenRun(() => setSearch(value.trim()))}
          />
        )}
      </Field>
      <ul aria-label="People" className="grid">
        {data?.users.map((user) => (
          <li key={user._id} className="grid">
            <button
              type="button"
              onClick={() => onPick(user)}
              className="grid min-h-11 rounded-md px-3 py-1.5 text-left hover:bg-sunken"
            >
              <span className="font-medium">{user.fullName}</span>
              <span className="text-sm text-soft">{user.email}</span>
            </button>
          </li>
        ))}
      </ul>
      {data?.users.length === 0 && <p className="text-soft">No person matches this search.</p>}
    </div>
  )
}
