import { useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

type Props = {
  title: string
  isBusy: boolean
  onForget: () => void
  children: ReactNode // tells what stops working
}

/** Deletes the credentials entered in the back office, after a confirmation. */
export function ForgetCredentials({ title, isBusy, onForget, children }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="quiet" className="-ml-5 self-start" onClick={() => setAsking(true)}>
        Forget these credentials
      </Button>
      <Confirm
        question={`Forget the credentials of ${title}?`}
        action={{ label: 'Forget them', isBusy, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={onForget}
        onClose={() => setAsking(false)}
      >
        Those of the server’s environment count again, where it has any. {children}
      </Confirm>
    </>
  )
}
