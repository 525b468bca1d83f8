import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { convertFreely, convertOrders } from '#tests/chaos/money/convert-money.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { keepSignedIn, openRaceShop } from '#tests/chaos/money/open-race-shop.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/money/ledger.ts'

const CUSTOMERS = 4

export const conversions: Proof = {
  says: 'Rupees are converted to dollars at random rates, and orders are refunded. No price is off by more than half a cent, and nobody ends with more than they started with.',
  count: 100,
  async prove({ count, seed }) {
    return [convertThousands(1_000 * count, seed), await buyAndGiveBack(3 * count, seed)]
  },
}

function convertThousands(conversions: number, seed: number): Section {
  const free = convertFreely({ conversions, dice: createDice(seed) })
  return toSection(
    'prices and coupons of any size at any rate',
    [
      ['conversions', free.conversions],
      ['most added to a price by rounding', `${free.overMax.toFixed(8)} cents`],
      ['most taken off a price by rounding', `${free.shortMax.toFixed(8)} cents`],
      ['both together for the shop, on average', `${free.average.toFixed(5)} cents`],
    ],
    { 'not the nearest cent, below zero, or with too large a coupon': free.wrong },
  )
}

async function buyAndGiveBack(orders: number, seed: number): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const nodes = await startNodes(stack, { count: 2 })
  const raceShop = await openRaceShop(nodes, CUSTOMERS)
  keepSignedIn(stack, raceShop)
  const report = await convertOrders(raceShop, { orders, dice: createDice(seed) })
  await seal(nodes.sql)
  return toSection(
    'orders through the API, refunded after the rate has changed',
    [
      ['orders, of these in dollars', `${report.orders}, ${report.dollars}`],
      ['rates', report.rates],
    ],
    {
      'wrong charges, or wallets that grew': report.wrong,
      'fault in the ledger': (await verifyLedger(nodes.sql)).fault,
      'fault found by the audit': await auditBooks(nodes.sql),
    },
  )
}
