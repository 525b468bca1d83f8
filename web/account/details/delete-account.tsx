import { useState } from 'react'
import { deleteUser } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { endSession } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { TrashIcon } from '#web/ui/icons/icons.tsx'

export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  const remove = useSend(deleteUser, { onDone: () => endSession() })
  return (
    <Card title="Delete account">
      <p className="mb-5 max-w-prose text-soft">
        Your name, email, phone and password are erased for good. Payment records that the law
        requires stay without them.
      </p>
      <Button look="danger" onClick={() => setAsking(true)}>
        <TrashIcon /> Delete account
      </Button>
      <Confirm
        question="Delete your account?"
        action={{ label: 'Delete account', isDangerous: true, isBusy: remove.isPending }}
        isOpen={isAsking}
        onConfirm={() => remove.mutate({}, { onError: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        This can't be undone. You can sign up again with the same email and start a new account.
      </Confirm>
    </Card>
  )
}
