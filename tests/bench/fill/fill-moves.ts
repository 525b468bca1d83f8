import { BALANCE, GATEWAY, type Order } from './fill-plan.ts'

export type Move = {
  from: 'gateway' | 'gifts' | 'sales' | 'wallet' // money from any other account goes to the wallet
  key: string
  kind: string
  amount: number
  reference: string
  isOfOrder: boolean
  at: number
}

/** Three wallet postings for each order: money in, the purchase, then a gift or a refund. */
export function listMoves(order: Order): Move[] {
  const { id, dashed, invoice, round, price, isUpi, at } = order
  const isFirst = round === 0
  const bank = `U${invoice}` // the bank's reference
  const ofOrder = { amount: price, isOfOrder: true, at }
  const came: Move = {
    ...ofOrder,
    from: 'gateway',
    kind: 'top-up',
    key: keyOf(id),
    reference: bank,
  }
  return [
    isUpi ? came : makeGift(order, 'before', isFirst ? BALANCE : price),
    {
      ...ofOrder,
      from: 'wallet',
      key: `order:${dashed}`,
      kind: 'order',
      reference: isUpi ? bank : invoice,
    },
    order.isBad ? makeRefund(order) : makeGift(order, 'after', isFirst && isUpi ? BALANCE : 100),
  ]
}

const keyOf = (id: string) => `payment:${GATEWAY}:pay_${id}`

const makeGift = ({ dashed, invoice, at }: Order, when: string, amount: number): Move => ({
  from: 'gifts',
  key: `gift:INR:${when}:${dashed}`,
  kind: 'gift',
  amount,
  reference: `G${invoice}`,
  isOfOrder: false,
  at,
})

const makeRefund = ({ dashed, invoice, price, endedAt }: Order): Move => ({
  from: 'sales',
  key: `refund:${dashed}`,
  kind: 'refund',
  amount: price,
  reference: `R${invoice}`,
  isOfOrder: true,
  at: endedAt,
})
