import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getUserOverview,
  getUserStatementFile,
  type UserOverview,
} from '#contract/backoffice/user-detail.ts'
import { saveFile } from '#web/api/save-file.ts'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { PencilIcon } from '#web/ui/icons/icons.tsx'
import { DownloadIcon } from '#web/ui/icons/money-icons.tsx'
import { EditUser } from '#web/admin/people/edit-user.tsx'

/** Actions for an account: role and block, gifts, and the statement as a file. */
export function UserActions({ user }: { user: UserOverview }) {
  const [isEdited, setEdited] = useState(false)
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
      <StatementFile user={user} currency="INR" />
      {user.USDbalance > 0 && <StatementFile user={user} currency="USD" />}
      {isEdited && <EditUser user={toUser(user)} onClose={close} />}
    </div>
  )
}

/** Converts to the shape that lists use. Every account that is not deleted has an email. */
const toUser = ({ email, phone, ...user }: UserOverview) => ({
  ...user,
  email: email ?? '',
  phone: phone ?? '',
})

type FileProps = { user: UserOverview; currency: 'INR' | 'USD' }

function StatementFile({ user: { _id: id }, currency }: FileProps) {
  const download = useMutation({
    mutationFn: () =>
      saveFile(getUserStatementFile, { id, currency }, `statement-${currency}-${id.slice(-8)}.csv`),
    onError: (error) => toast('error', error.message),
  })
  return (
    <Button
      isBusy={download.isPending}
      busyLabel="Downloading..."
      onClick={() => download.mutate()}
    >
      <DownloadIcon /> {currency === 'INR' ? 'Rupee' : 'Dollar'} statement
    </Button>
  )
}
