import { listWallets } from '#contract/core/balances.ts'
import type { Currency } from '#contract/core/money.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getUserOverview,
  getUserStatementFile,
  type UserOverview,
} from '#contract/backoffice/user-detail.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import { askAgeAgain } from '#contract/accounts/consent.ts'
import { listAudit } from '#contract/backoffice/audit.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { DownloadButton } from '#web/features/download/download-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { PencilIcon } from '#web/ui/icons/icons.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { useAddressDialog } from '#web/admin/list/use-address-dialog.ts'
import { AdjustDialog } from '#web/admin/people/adjust-dialog.tsx'
import { EditUser } from '#web/admin/people/edit-user.tsx'
import { AskRecovery } from '#web/admin/people/recovery/ask-recovery.tsx'

/** Actions for an account: role and block, gifts, adjustments, recovery, and the statement as a file. */
export function UserActions({ user }: { user: UserOverview }) {
  const [isEdited, setEdited] = useState(false)
  const adjusting = useAddressDialog('adjust')
  const [isLost, setLost] = useState(false)
  const isAdmin = useRight()
  const client = useQueryClient()
  const close = () => {
    setEdited(false)
    void client.invalidateQueries({ queryKey: [getUserOverview.path] })
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setEdited(true)}>
        <PencilIcon /> Edit or gift
      </Button>
      {isAdmin && <Button onClick={adjusting.open}>Adjust balance</Button>}
      {listWallets(user).map(
        ({ currency, balance }) =>
          (currency === 'INR' || balance !== 0) && (
            <StatementFile key={currency} user={user} currency={currency} />
          ),
      )}
      {user.age && <AskAgeAgain user={user} />}
      {!worksHere(user) && <Button onClick={() => setLost(true)}>Recover account</Button>}
      {isLost && <AskRecovery user={user} onClose={() => setLost(false)} />}
      {adjusting.isOpen && isAdmin && <AdjustDialog user={user} onClose={adjusting.close} />}
      {isEdited && <EditUser user={toUser(user)} onClose={close} />}
    </div>
  )
}

/** Customers state their age once. Staff can have them asked again, for example once they turn 18. */
function AskAgeAgain({ user: { _id: id, fullName } }: { user: UserOverview }) {
  const [isAsking, setAsking] = useState(false)
  const send = useSend(askAgeAgain, {
    refetch: [getUserOverview, listAudit],
    onDone: () => setAsking(false),
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>Ask age again</Button>
      <Confirm
        question={`Ask ${fullName} for their age again?`}
        action={{ label: 'Ask again', isBusy: send.isPending }}
        isOpen={isAsking}
        onConfirm={() => send.mutate({ id }, { onError: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        We forget what they said, and their parent’s answer. If the shop asks for the age, they say
        it before their next purchase.
      </Confirm>
    </>
  )
}

/** Converts to the shape that lists use. Every account that is not deleted has an email. */
const toUser = ({ email, phone, ...user }: UserOverview) => ({
  ...user,
  email: email ?? '',
  phone: phone ?? '',
})

const STATEMENTS: Partial<Record<Currency, string>> = {
  INR: 'Rupee statement',
  USD: 'Dollar statement',
}

type FileProps = { user: UserOverview; currency: Currency }

const StatementFile = ({ user: { _id: id }, currency }: FileProps) => (
  <DownloadButton
    endpoint={getUserStatementFile}
    input={{ id, currency }}
    name={`statement-${currency}-${id.slice(-8)}.csv`}
    label={STATEMENTS[currency] ?? `${currency} statement`}
  />
)
