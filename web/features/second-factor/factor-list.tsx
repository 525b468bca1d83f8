import { useState } from 'react'
import { deleteFactor, getSecondFactor, type Factor } from '#contract/accounts/second-factor.ts'
import { getUser } from '#contract/accounts/users.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatDate } from '#web/ui/text/format.ts'

const KINDS = { app: 'Authenticator app', passkey: 'Passkey' } as const

type Props = { factors: Factor[]; isAtWork: boolean }

export function FactorList({ factors, isAtWork }: Props) {
  const [removed, setRemoved] = useState<Factor | null>(null)
  return (
    <>
      <ul
        aria-label="Your second factors"
        className="mb-6 divide-y divide-line border-y border-line"
      >
        {factors.map((factor) => {
          const { _id, kind, name, createdAt, usedAt } = factor
          return (
            <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-sm text-soft">
                  {KINDS[kind]}, added {formatDate(createdAt)}, last used {formatDate(usedAt)}
                </p>
              </div>
              <Button size="sm" aria-label={`Remove ${name}`} onClick={() => setRemoved(factor)}>
                Remove
              </Button>
            </li>
          )
        })}
      </ul>
      {removed && (
        <Remove factor={removed} onClose={() => setRemoved(null)}>
          {factors.length > 1
            ? 'Nobody can use it for your account any more.'
            : lastWords(isAtWork)}
        </Remove>
      )}
    </>
  )
}

const lastWords = (isAtWork: boolean): string =>
  `It’s your last one. Without it your password alone ${isAtWork ? 'opens the back office' : 'is enough'}, and your recovery codes stop working.`

type RemoveProps = { factor: Factor; onClose: () => void; children: string }

function Remove({ factor: { _id: id, name }, onClose, children }: RemoveProps) {
  const send = useSend(deleteFactor, { refetch: [getSecondFactor, getUser], onDone: onClose })
  return (
    <Confirm
      question={`Remove ${name}?`}
      action={{ label: 'Remove', isBusy: send.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => send.mutate({ id })}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
