import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { keepSignedIn, openRaceShop, type RaceShop } from '#tests/chaos/money/open-race-shop.ts'
import type { ProofOptions, Proof, Section } from '#tests/chaos/proof.ts'
import { raceKeys } from '#tests/chaos/money/race-keys.ts'
import { raceMoney } from '#tests/chaos/money/race-money.ts'
import { raceRefunds } from '#tests/chaos/money/race-refunds.ts'
import { raceSpends } from '#tests/chaos/money/race-spends.ts'
import { tamperOrders } from '#tests/chaos/money/tamper-orders.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'

const CUSTOMERS = 8
const LIMITS = {
  LIMIT_COUPON_TRIES_PER_HOUR: '10000000',
  LIMIT_REQUESTS_PER_MINUTE: '10000000',
  ADJUSTMENT_ALONE_MAX_RUPEES: '10000000', // one administrator gives everything
}

export const races: Proof = {
  says: 'Many people want the same things at once at two nodes. Exactly as many get them as there are, a key, a refund and a gift each have one effect, and nobody sets their own price.',
  count: 100,
  async prove(asked) {
    await using stack = new AsyncDisposableStack()
    const nodes = await startNodes(stack, {
      count: 2,
      reach: async (environment) => ({ ...environment, ...LIMITS }),
    })
    const raceShop = await openRaceShop(nodes, CUSTOMERS)
    keepSignedIn(stack, raceShop)
    const sections: Section[] = []
    for (const phase of [proveSpends, proveKeys, proveMoney, proveRefunds, proveTampering])
      sections.push(await phase(raceShop, asked))
    return sections
  },
}

async function auditAll({ setup: { sql } }: RaceShop) {
  await seal(sql)
  return {
    'fault in the ledger': (await verifyLedger(sql)).fault,
    'fault found by the audit': await auditBooks(sql),
  }
}

async function proveSpends(raceShop: RaceShop, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: count, atOnce: 200, dice: createDice(seed) }
  const { rounds, calls, won, wrong } = await raceSpends(raceShop, options)
  return toSection(
    '200 orders at once with enough for k of them, k drawn from 0 to 40',
    [
      ['rounds, by what was scarce', tell(rounds)],
      ['orders sent / placed', `${calls} / ${won}`],
    ],
    { 'rounds in which not exactly k were placed': wrong, ...(await auditAll(raceShop)) },
  )
}

async function proveKeys(raceShop: RaceShop, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: Math.ceil(count / 2), atOnce: 100, dice: createDice(seed) }
  const { rounds, calls, lost, kills, wrong } = await raceKeys(raceShop, options)
  return toSection(
    'one key 100 times at once, in every second round with two bodies',
    [
      ['rounds: wallet and UPI orders, gifts in both currencies, money added', rounds],
      ['calls, of these retried because no answer came', `${calls}, ${lost}`],
      ['nodes killed with SIGKILL in the meantime', kills],
    ],
    { 'rounds without exactly one effect and one answer': wrong, ...(await auditAll(raceShop)) },
  )
}

async function proveMoney(raceShop: RaceShop, { count, seed }: ProofOptions): Promise<Section> {
  const options = { rounds: Math.ceil(count / 4), dice: createDice(seed) }
  const { rounds, spends, bought, gifts, captures, sentBack, wrong } = await raceMoney(
    raceShop,
    options,
  )
  return toSection(
    'one wallet: orders, gifts, payments and payouts at once',
    [
      ['rounds', rounds],
      ['orders tried / placed', `${spends} / ${bought}`],
      ['gifts, each sent twice at once', gifts],
      ['payments received / sent back, each requested twice at once', `${captures} / ${sentBack}`],
    ],
    { 'differences to the paisa': wrong, ...(await auditAll(raceShop)) },
  )
}

const tell = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, times]) => `${times} ${name}`)
    .join(', ')

async function proveRefunds(raceShop: RaceShop, { count, seed }: ProofOptions): Promise<Section> {
  const options = { orders: 5 * count, dice: createDice(seed), atOnce: 6 }
  const { orders, refunds, paths, wrong } = await raceRefunds(raceShop, options)
  return toSection(
    'orders refunded twice at once, by different calls at two nodes',
    [
      ['orders', tell(orders)],
      ['calls', tell(paths)],
      ['refunds in the ledger', refunds],
    ],
    { 'not refunded exactly once': wrong, ...(await auditAll(raceShop)) },
  )
}

async function proveTampering(raceShop: RaceShop, { count, seed }: ProofOptions): Promise<Section> {
  const { calls, refused, codes, taken, wrong } = await tamperOrders(raceShop, {
    calls: 50 * count,
    dice: createDice(seed),
  })
  return toSection(
    'orders with made-up prices, totals, roles, currencies, coupons and tokens',
    [
      ['orders sent', calls],
      ['refused / charged the server’s price', `${refused} / ${taken}`],
      ['refused with', tell(codes)],
    ],
    { 'charged differently, or unclear': wrong, ...(await auditAll(raceShop)) },
  )
}
