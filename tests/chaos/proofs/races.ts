import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { keepSignedIn, openBazaar, type Bazaar } from '#tests/chaos/money/open-bazaar.ts'
import type { ProofOptions, Proof, Section } from '#tests/chaos/proof.ts'
import { raceKeys } from '#tests/chaos/money/race-keys.ts'
import { raceMoney } from '#tests/chaos/money/race-money.ts'
import { raceRefunds } from '#tests/chaos/money/race-refunds.ts'
import { raceSpends } from '#tests/chaos/money/race-spends.ts'
import { tamperOrders } from '#tests/chaos/money/tamper-orders.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { seal } from '#tests/support/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'

const CUSTOMERS = 8
const LIMITS = { LIMIT_COUPON_TRIES_PER_HOUR: '10000000', LIMIT_REQUESTS_PER_MINUTE: '10000000' }

export const races: Proof = {
  says: 'Of all who want the same at once, over two nodes, just as many have it as there is; a key, a refund and a gift have one effect each; and nobody names their own price.',
  count: 100,
  async prove(asked) {
    await using stack = new AsyncDisposableStack()
    const nodes = await startNodes(stack, {
      count: 2,
      reach: async (told) => ({ ...told, ...LIMITS }),
    })
    const bazaar = await openBazaar(nodes, CUSTOMERS)
    keepSignedIn(stack, bazaar)
    const sections: Section[] = []
    for (const phase of [proveSpends, proveKeys, proveMoney, proveRefunds, proveTampering])
      sections.push(await phase(bazaar, asked))
    return sections
  },
}

async function auditAll({ setup: { sql } }: Bazaar) {
  await seal(sql)
  return {
    'fault in the books': (await verifyLedger(sql)).fault,
    'fault found by the audit': await auditBooks(sql),
  }
}

async function proveSpends(bazaar: Bazaar, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: count, atOnce: 200, dice: createDice(seed) }
  const { rounds, calls, won, wrong } = await raceSpends(bazaar, options)
  return toSection(
    '200 orders at once for what covers k of them, k drawn from 0 to 40',
    [
      ['rounds, by what there was too little of', tell(rounds)],
      ['orders sent / had', `${calls} / ${won}`],
    ],
    { 'rounds in which not exactly k had it': wrong, ...(await auditAll(bazaar)) },
  )
}

async function proveKeys(bazaar: Bazaar, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: Math.ceil(count / 2), atOnce: 100, dice: createDice(seed) }
  const { rounds, calls, lost, kills, wrong } = await raceKeys(bazaar, options)
  return toSection(
    'one key 100 times at once, in every second round with two bodies',
    [
      ['rounds: wallet and UPI orders, gifts in both currencies, money added', rounds],
      ['calls, of these sent again for want of an answer', `${calls}, ${lost}`],
      ['nodes killed with SIGKILL meanwhile', kills],
    ],
    { 'rounds with other than one effect and one answer': wrong, ...(await auditAll(bazaar)) },
  )
}

async function proveMoney(bazaar: Bazaar, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: Math.ceil(count / 4), dice: createDice(seed) }
  const { rounds, spends, bought, gifts, captures, sentBack, wrong } = await raceMoney(
    bazaar,
    options,
  )
  return toSection(
    'one wallet, spent from while gifts and payments come in and payments go back',
    [
      ['rounds', rounds],
      ['orders tried / had', `${spends} / ${bought}`],
      ['gifts, each sent twice at once', gifts],
      ['payments that came / went back, each asked for twice at once', `${captures} / ${sentBack}`],
    ],
    { 'differences to the paisa': wrong, ...(await auditAll(bazaar)) },
  )
}

const tell = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ')

async function proveRefunds(bazaar: Bazaar, { count, seed }: ProofOptions): Promise<Section> {
  const options = { orders: 5 * count, dice: createDice(seed), atOnce: 6 }
  const { orders, refunds, doors, wrong } = await raceRefunds(bazaar, options)
  return toSection(
    'orders given back twice at once, by different doors at two nodes',
    [
      ['orders', tell(orders)],
      ['doors', tell(doors)],
      ['refunds in the books', refunds],
    ],
    { 'not given back exactly once': wrong, ...(await auditAll(bazaar)) },
  )
}

async function proveTampering(bazaar: Bazaar, { count, seed }: ProofOptions): Promise<Section> {
  const { calls, refused, codes, taken, wrong } = await tamperOrders(bazaar, {
    calls: 50 * count,
    dice: createDice(seed),
  })
  return toSection(
    'orders with prices, totals, roles, currencies, coupons and tokens of their own making',
    [
      ['orders sent', calls],
      ['refused / charged what the server says', `${refused} / ${taken}`],
      ['refused with', tell(codes)],
    ],
    { 'charged otherwise, or unclear': wrong, ...(await auditAll(bazaar)) },
  )
}
