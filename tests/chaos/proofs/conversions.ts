import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { convertFreely, convertOrders } from '#tests/chaos/money/convert-money.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { keepSignedIn, openBazaar } from '#tests/chaos/money/open-bazaar.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { seal } from '#tests/support/ledger.ts'

const CUSTOMERS = 4

export const conversions: Proof = {
  says: 'Rupees become dollars at any rate, and what was paid goes back: no price is off by more than half a cent, and nobody ever has more than they began with.',
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
      ['at most added to a price by rounding', `${free.overMax.toFixed(8)} cents`],
      ['at most taken off a price by rounding', `${free.shortMax.toFixed(8)} cents`],
      ['both together, to the shop, on average', `${free.average.toFixed(5)} cents`],
    ],
    { 'not the nearest cent, below zero, or a coupon too large': free.wrong },
  )
}

async function buyAndGiveBack(orders: number, seed: number): Promise<Section> {
  await using stack = new AsyncDisposableStack()
  const nodes = await startNodes(stack, { count: 2 })
  const bazaar = await openBazaar(nodes, CUSTOMERS)
  keepSignedIn(stack, bazaar)
  const report = await convertOrders(bazaar, { orders, dice: createDice(seed) })
  await seal(nodes.sql)
  return toSection(
    'orders through the front door, given back after the rate has changed',
    [
      ['orders, of these in dollars', `${report.orders}, ${report.dollars}`],
      ['rates', report.rates],
    ],
    {
      'charged otherwise, or a wallet that grew': report.wrong,
      'fault in the books': (await verifyLedger(nodes.sql)).fault,
      'fault found by the audit': await auditBooks(nodes.sql),
    },
  )
}
