import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { deleteCoupon } from '#contract/catalogue/coupons.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

/** Any endpoint that deletes one record by its id. */
type Deletion = Endpoint & Pick<typeof deleteCoupon, 'input' | 'output'>

type Props = {
  endpoint: Deletion
  id: string
  question: string
  refetch: Endpoint[]
  onClose: () => void
  children?: ReactNode // describes the record to delete
}

/** Asks, then deletes. If the deletion fails, the lists are reloaded. */
export function ConfirmDelete({ endpoint, id, question, refetch, onClose, children }: Props) {
  const client = useQueryClient()
  const send = useSend(endpoint, { refetch, onDone: onClose })
  const lookAgain = () => {
    for (const { path } of refetch) void client.invalidateQueries({ queryKey: [path] })
  }
  return (
    <Confirm
      question={question}
      action={{ label: 'Delete', isBusy: send.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => send.mutate({ id }, { onError: lookAgain })}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
