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
        Delete these credentials
      </Button>
      <Confirm
        question={`Delete the credentials of ${title}?`}
        action={{ label: 'Delete credentials', isBusy, isDangerous: true }}
        isOpen={isAsking}
        onConfirm={onForget}
        onClose={() => setAsking(false)}
      >
        Credentials from the server’s environment apply again, if there are any. {children}
      </Confirm>
    </>
  )
}
