import { useState } from 'react'
import { getSecondFactor, makeRecoveryCodes } from '#contract/accounts/second-factor.ts'
import { useSend } from '#web/api/use-send.ts'
import { useShopName } from '#web/features/shop-facts/use-shop-facts.ts'
import { toast } from '#web/state/toasts.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

type Props = { codes: string[]; onClose: () => void }

/** Shows the recovery codes once. They can't be shown again. */
export function RecoveryCodes({ codes, onClose }: Props) {
  const text = codes.join('\n')
  const copy = async () => {
    const isCopied = await copyText(text)
    toast(isCopied ? 'success' : 'error', isCopied ? 'Copied' : 'Couldn’t copy the codes')
  }
  const shopName = useShopName()
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Recovery codes of ${shopName}\n\n${text}\n`)}`
  return (
    <Dialog title="Keep your recovery codes" isOpen onClose={onClose}>
      <p className="-mt-3 mb-5 text-soft">
        If you lose your passkey or your phone, each of these codes works once in its place. We show
        them only now: print them, or keep them where your passwords are.
      </p>
      <ul
        aria-label="Recovery codes"
        className="money mb-6 grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 text-sm sm:grid-cols-2 sm:text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={() => void copy()}>Copy</Button>
        <a href={file} download="recovery-codes.txt" className={buttonLook('plain')}>
          Download
        </a>
        <Button look="primary" onClick={onClose}>
          I’ve saved them
        </Button>
      </div>
    </Dialog>
  )
}

export function MakeRecoveryCodes({ onMade }: { onMade: (codes: string[]) => void }) {
  const [isAsked, setAsked] = useState(false)
  const make = useSend(makeRecoveryCodes, {
    refetch: [getSecondFactor],
    onDone: ({ recoveryCodes }) => {
      setAsked(false)
      onMade(recoveryCodes)
    },
  })
  return (
    <>
      <Button onClick={() => setAsked(true)}>New recovery codes</Button>
      {isAsked && (
        <Confirm
          question="Make new recovery codes?"
          action={{ label: 'Make new ones', isBusy: make.isPending }}
          isOpen
          onConfirm={() => make.mutate({})}
          onClose={() => setAsked(false)}
        >
          The ones you have saved stop working.
        </Confirm>
      )}
    </>
  )
}
