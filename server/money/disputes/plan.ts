import { fromHundredths, type Currency } from '#contract/core/money.ts'
import type { DisputeState } from '#contract/money/disputes.ts'
import type { Address, Line } from '#server/money/ledger/ledger.ts'

/** Where the money of a dispute is, in hundredths of its currency. */
export type DisputeMoney = {
  taken: number // by the gateway, less what it returned
  fees: number
  fromWallet: number // part of the loss that the customer's wallet paid
  fromShop: number // part of the loss that the shop bears
}

type Reported = { state: DisputeState; taken: number; fees: number }

/**
 * Bearer of a loss: the customer if the disputed money came into their wallet, else the shop. A wallet whose account
 * is deleted pays no more than it has paid.
 */
export type Bearer = 'wallet' | 'deleted wallet' | 'shop'

export function planMoney(
  { state, taken, fees }: Reported,
  bearer: Bearer,
  before: Pick<DisputeMoney, 'fromWallet'>,
): DisputeMoney {
  const loss = state === 'lost' ? taken : 0
  const most = { wallet: loss, 'deleted wallet': before.fromWallet, shop: 0 }[bearer]
  const fromWallet = Math.min(loss, most)
  return { taken, fees, fromWallet, fromShop: loss - fromWallet }
}

const HOLD_STATES: DisputeState[] = ['needs response', 'under review']

/** While a dispute is open, its amount cannot be spent. The result is in minor units of the ledger. */
export const planHold = (state: DisputeState, amount: number, currency: Currency): number =>
  HOLD_STATES.includes(state) ? fromHundredths(amount, currency) : 0

/** Ledger lines that lead from one division of the money to another. */
export function linesBetween(
  before: DisputeMoney,
  after: DisputeMoney,
  { wallet, currency }: { wallet: Address; currency: Currency },
): Line[] {
  const flows: [keyof DisputeMoney, from: Address, to: Address][] = [
    ['taken', 'house:disputes', 'house:gateway'],
    ['fees', 'house:dispute-fees', 'house:gateway'],
    ['fromWallet', wallet, 'house:disputes'],
    ['fromShop', 'house:dispute-losses', 'house:disputes'],
  ]
  return flows.flatMap(([name, from, to]) => {
    const more = after[name] - before[name]
    if (more === 0) return []
    const amount = fromHundredths(Math.abs(more), currency)
    return [more > 0 ? { from, to, currency, amount } : { from: to, to: from, currency, amount }]
  })
}
