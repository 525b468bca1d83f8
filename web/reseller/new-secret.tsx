import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

type Props = { title: string; secret: string | null; onClose: () => void; children: ReactNode }

/** Shows a new secret to its owner, with a button to copy it. */
export const NewSecret = ({ title, secret, onClose, children }: Props) => (
  <Dialog title={title} isOpen={secret !== null} onClose={onClose}>
    <div className="grid gap-4">
      <div className="rounded-md border border-line bg-sunken px-4 py-2 font-mono text-sm">
        <CopyButton text={secret ?? ''} label="Copy" />
      </div>
      <p className="text-soft">{children}</p>
      <Button look="primary" className="justify-self-end" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)
