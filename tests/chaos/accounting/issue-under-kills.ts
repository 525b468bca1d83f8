import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '#contract/accounts/auth.ts'
import { editBilling } from '#contract/accounting/billing.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { editOrder, placeWalletOrder } from '#contract/orders/orders.ts'
import { dayOf } from '#contract/core/period.ts'
import { DEFAULT_RULES } from '#contract/accounting/tax-rules.ts'
import { gatherGstr1 } from '#server/accounting/books/gather-gstr-1.ts'
import { readEntries } from '#server/accounting/books/entries.ts'
import { writeGstr1 } from '#server/accounting/books/write-gstr-1.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice } from '#tests/chaos/dice.ts'
import type { Nodes } from '#tests/chaos/nodes.ts'
import { untilAnswered } from '#tests/chaos/until-answered.ts'
import { createPerson, signUp, type Member } from '#tests/support/accounts/people.ts'
import { sumReturn } from '#tests/support/accounting/sum-return.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { makePlayer } from '#tests/support/orders/players.ts'

const STATES = ['29', '33', '27', '07']
const HOME = '29AAACA0000A1ZU'
const BUYERS = 24
const MONEY = 50_000_000_00
const REFUNDED_EACH = 25
const KILL_PAUSE_MS_MAX = 8_000

type Buyer = Member & { gameDetailId: string }

export type DocumentReport = {
  kills: number
  orders: number
  refunds: number
  seconds: number
  /** Time from the last order until every document was there. */
  behindSeconds: number
  series: string[]
  gaps: string[]
  wrong: string[]
  audit: string[]
}

/** Sells and refunds packs at two nodes, which are killed in turn, and reads the documents of it afterwards. */
export async function issueUnderKills(
  nodes: Nodes,
  { orders, seed }: { orders: number; seed: number },
): Promise<DocumentReport> {
  const { admin, buyers, item } = await openTaxedShop(nodes)
  const load = sell(nodes, { admin, buyers, item, orders })
  const dice = createDice(seed)
  let kills = 0
  while (!load.isDone()) {
    await sleep(dice.below(KILL_PAUSE_MS_MAX))
    if (load.isDone()) break
    await nodes.killNode(kills++ % 2)
  }
  const begun = load.begunAt
  const { refunds } = await load.done
  const ended = performance.now()
  await untilIssued(nodes.sql, orders + refunds)
  return {
    kills,
    orders,
    refunds,
    seconds: (ended - begun) / 1000,
    behindSeconds: (performance.now() - ended) / 1000,
    ...(await readSeries(nodes.sql)),
    wrong: await compareSums(nodes.sql),
    audit: await auditBooks(nodes.sql),
  }
}

async function openTaxedShop({ urls, sql }: Nodes) {
  const url = urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const legal = { businessName: 'Moon', address: '', email: '', taxId: HOME }
  await admin.call(editSettings, { legal, tax: { name: 'GST', percent: 18, sac: '998439' } })
  const game = await makeGame(admin)
  const item = await makeItem(admin, game)
  const buyers: Buyer[] = []
  for (let nth = 0; nth < BUYERS; nth++) {
    const buyer = await signUp({ url }, 'Asha Rao')
    await endow(sql, buyer.id, MONEY)
    const state = STATES[nth % STATES.length]!
    const own = { country: 'IN', state, taxId: '', businessName: '', address: '' }
    await buyer.call(editBilling, own)
    buyers.push(Object.assign(buyer, { gameDetailId: await makePlayer(buyer, game) }))
  }
  return { admin, buyers, item }
}

type Load = { admin: Member; buyers: Buyer[]; item: FullItem; orders: number }

/** Each order is sent until it is acknowledged, at either node. Every 25th is refunded. */
function sell({ urls }: Nodes, { admin, buyers, item, orders }: Load) {
  const { gameSlug, itemSlug } = item
  let [left, ended, refunds] = [orders, 0, 0]
  const at = (who: Member, turn: number) => createPerson(urls[turn % urls.length]!, who.tokens)
  const loops = buyers.map(async (buyer) => {
    const { gameDetailId } = buyer
    const stayIn = keepSignedIn(urls)
    while (left-- > 0) {
      await stayIn(buyer, admin)
      const idempotencyKey = randomUUID()
      const order = { gameSlug, itemSlug, gameDetailId, couponCode: '', currency: 'INR' } as const
      let turn = left
      const { data } = await untilAnswered(() =>
        at(buyer, turn++).call(placeWalletOrder, { ...order, idempotencyKey }),
      )
      if (++ended % REFUNDED_EACH !== 0) continue
      const refund = { id: data._id, status: 'refunded', note: '', reference: '' } as const
      await untilAnswered(() => at(admin, turn++).call(editOrder, refund))
      refunds++
    }
  })
  let isDone = false
  const done = Promise.all(loops).then(() => {
    isDone = true
    return { refunds }
  })
  return { begunAt: performance.now(), done, isDone: () => isDone }
}

const SIGNED_IN_MS = 8 * 60_000 // a session's token ends after 15 minutes

/** Signs people in again before their tokens end. */
function keepSignedIn(urls: string[]) {
  let since = performance.now()
  return async (...people: Member[]): Promise<void> => {
    if (performance.now() - since < SIGNED_IN_MS) return
    since = performance.now()
    for (const { email, password, tokens } of people) {
      let turn = 0
      const { data } = await untilAnswered(() =>
        createPerson(urls[turn++ % urls.length]!).call(login, { email, password }),
      )
      Object.assign(tokens, data)
    }
  }
}

async function untilIssued(sql: Sql, count: number): Promise<void> {
  for (;;) {
    const [row] = await sql<[{ count: number }]>`select count(*) from document`
    if (row.count >= count) return
    await sleep(200)
  }
}

/** Numbers are consecutive when as many as the highest position are there, all different. */
async function readSeries(sql: Sql) {
  const found = await sql<
    { series: string; year: string; count: number; last: number; different: number }[]
  >`
    select series, year, count(*), max(position) as last, count(distinct position) as different
    from document group by 1, 2 order by 1, 2`
  return {
    series: found.map(({ series, year, count }) => `${series} ${year}: ${count}`),
    gaps: found
      .filter(({ count, last, different }) => count !== last || count !== different)
      .map((one) => JSON.stringify(one)),
  }
}

/** Movements of the ledger, documents and the return of the month must have one sum. */
async function compareSums(sql: Sql): Promise<string[]> {
  const month = dayOf(new Date()).slice(0, 7)
  const [ledger] = await sql<[{ net: number }]>`
    select sum(case kind when 'order' then amount else -amount end)::bigint as net
    from transfer where kind in ('order', 'refund') and line = 1`
  const [documents] = await sql<[{ net: number }]>`
    select sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'total')::bigint)::bigint as net
    from document where kind in ('invoice', 'credit note')`
  const [found, ...others] = await gatherGstr1(readEntries(sql, month), DEFAULT_RULES)
  const { total } = sumReturn(writeGstr1(found!, month, DEFAULT_RULES))
  const sums = { ledger: ledger.net, documents: documents.net, return: total }
  const isOne = new Set(Object.values(sums)).size === 1 && others.length === 0
  return isOne ? [] : [JSON.stringify(sums)]
}
