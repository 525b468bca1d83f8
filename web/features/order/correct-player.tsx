import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findGame } from '#contract/catalogue/catalog.ts'
import { correctPlayer, takeRefund } from '#contract/orders/deliveries.ts'
import { formatExactly } from '#contract/core/money.ts'
import { findOrder, listOrders, type Order } from '#contract/orders/orders.ts'
import { nameOption, playerLabels } from '#contract/orders/player-words.ts'
import { getUser } from '#contract/accounts/users.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'

const CHANGED = [findOrder, listOrders]

/** Lets a customer correct a player that the game does not know, or take a refund. */
export const CorrectPlayer = ({ order }: { order: Order }) => (
  <Card title="This player wasn’t found" className="grid content-start gap-5">
    <p className="-mt-7 text-soft">
      Nothing was delivered, and your money is safe. Correct the player and we’ll send it again, or
      take a refund. If you do neither in time, we refund you automatically.
    </p>
    <div className="grid w-full max-w-form gap-3">
      <PlayerForm order={order} />
      <TakeRefund order={order} />
    </div>
  </Card>
)

/** Turns off autocorrection, because a player id is not a word. */
const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function PlayerForm({ order }: { order: Order }) {
  const { _id: id, gameId, gameDetailId } = order
  const { playerId, zoneId } = gameDetailId
  const send = useSend(correctPlayer, { refetch: CHANGED })
  const { data, isPending } = useQuery(queryOrRefusal(findGame, { slug: gameId.gameSlug }))
  if (isPending) return null
  const game = data instanceof ApiError ? undefined : data
  const options = game?.inputFieldTwoOption ?? []
  const labels = playerLabels(gameId)
  const second = { name: 'zoneId', label: labels.zoneId }
  return (
    <Form
      schema={correctPlayer.input}
      initial={{ id, playerId, zoneId }}
      submit={{ label: 'Send again', busyLabel: 'Checking...', isWide: true }}
      onSubmit={send.mutateAsync}
    >
      <TextField name="playerId" label={labels.playerId} {...plain} />
      {options.length > 0 && (
        <SelectField
          {...second}
          options={options.map((value) => ({ value, label: nameOption(value) }))}
        />
      )}
      {options.length === 0 && (game?.inputFieldTwo || zoneId) && (
        <TextField {...second} {...plain} />
      )}
    </Form>
  )
}

function TakeRefund({ order }: { order: Order }) {
  const [isAsked, setAsked] = useState(false)
  const take = useSend(takeRefund, { refetch: [...CHANGED, getUser] })
  return (
    <>
      <Button onClick={() => setAsked(true)}>Take the refund</Button>
      <Confirm
        question="Take the refund?"
        action={{ label: 'Yes, take it', isBusy: take.isPending }}
        isOpen={isAsked}
        onConfirm={() => take.mutate({ id: order._id }, { onError: () => setAsked(false) })}
        onClose={() => setAsked(false)}
      >
        <p>
          <strong className="money">{formatExactly(order.amount, order.currency)}</strong> goes back
          to your wallet immediately, and the order ends.
        </p>
      </Confirm>
    </>
  )
}
