import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { createInboxReader } from '#tests/support/shop/inbox.ts'
import { move } from '#tests/support/money/ledger.ts'
import { buy } from '#tests/support/money/spending.ts'
import { until } from '#tests/support/shop/wait.ts'
import { pino } from 'pino'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { startKillableShop, type KillableShop } from '#tests/chaos/killable-shop.ts'

type ClosingReport = {
  kills: number
  halfway: number // kills between the closing of a month and the last prize
  won: number
  paid: number
  wrong: string[] // wallets with another balance than was won
  unmailed: number
  fault: string | null // from the verifier
  audit: string[]
}

const PRIZES = [2_000_00, 1_000_00, 500_00, ...Array<number>(7).fill(100_00)]
const PEOPLE = PRIZES.length + 2
const JOB_MS = 150 // roughly how long the job takes

/** Prepares a month of orders for each kill, starts the closing job and kills the shop somewhere in it. */
export async function killAtClosing(kills: number, seed: number): Promise<ClosingReport> {
  const dice = createDice(seed)
  await using stack = new AsyncDisposableStack()
  const setup = await startKillableShop(stack)
  const first = periodAfter(periodOf(new Date()), -kills - 1)
  const people = await ask(setup, (sql) => begin(sql, first))
  const expected = new Map<string, number>()
  let halfway = 0
  for (let kill = 0; kill < kills; kill++) {
    const period = periodAfter(first, kill)
    const ranking = await ask(setup, (sql) => spendAndClose(sql, { period, people, dice }))
    for (const [rank, id] of ranking.entries())
      expected.set(id, (expected.get(id) ?? 0) + (PRIZES[rank] ?? 0))
    await sleep(dice.below(JOB_MS))
    const killedAt = new Date()
    await setup.killShop() // kills its embedded database as well
    if (await ask(setup, (sql) => endAll(sql, period, killedAt))) halfway++
  }
  const report = await ask(setup, (sql) => audit(sql, setup.sandboxUrl, expected))
  return { kills, halfway, ...report }
}

async function ask<T>({ connect }: KillableShop, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect()
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

async function begin(sql: Sql, first: string): Promise<string[]> {
  await sql`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values (${first}, ${PRIZES[0]}, ${PRIZES[1]}, ${PRIZES[2]}, ${PRIZES[3]}, now())`
  const rows = await sql<{ id: string }[]>`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Asha Rao', 'player-' || number || '@example.com', now(), now()
    from generate_series(1, ${PEOPLE}) number returning id`
  return rows.map(({ id }) => id)
}

type Month = { period: string; people: string[]; dice: Dice }

/** Gives everyone a different spend each month, queues the job, and returns the people by rank. */
async function spendAndClose(sql: Sql, { period, people, dice }: Month): Promise<string[]> {
  await sql`delete from closed_month where period >= ${period}` // as if the shop had been off since then
  const at = periodStart(period)
  const ranking = people
    .map((userId) => ({ userId, luck: dice.below(1_000_000) }))
    .toSorted((one, other) => one.luck - other.luck)
    .map(({ userId }) => userId)
  for (const [rank, userId] of ranking.entries()) {
    const amount = 1_000_00 - rank
    const orderId = await buy(sql, { userId, amount, at })
    const line = { from: 'house:adjustments', to: 'house:sales', currency: 'INR', amount } as const
    await move(sql, { key: `order:${orderId}`, kind: 'order', orderId, lines: [line] })
  }
  const id = randomUUID()
  await sql`
    insert into job (id, name, payload, run_at, attempts_max)
    values (${id}, 'close-months', '{}', '-infinity', 12)`
  await until('the job is begun', async () => {
    const [job] = await sql`select leased_by from job where id = ${id}`
    return job?.['leasedBy'] !== null
  })
  return ranking
}

/** Waits until the month is closed and paid. Returns whether the kill came between the two. */
async function endAll(sql: Sql, period: string, killedAt: Date): Promise<boolean> {
  type State = { paid: number; isHalf: boolean }
  const look = async () => {
    const [row] = await sql<[State]>`
      select count(paid_at) as paid, min(closed_at) < ${killedAt} and max(paid_at) > ${killedAt} as is_half
      from winner join closed_month using (period) where period = ${period}`
    return row
  }
  await until(`${period} is paid`, async () => (await look()).paid === PRIZES.length)
  return (await look()).isHalf
}

/** Asks the database and the mailbox, not the shop. */
async function audit(sql: Sql, sandboxUrl: string, expected: Map<string, number>) {
  const rows = await sql<{ id: string; email: string; balance: number; won: number }[]>`
    select id, email, balance_of(id, 'INR') as balance,
      (select count(*) from winner where user_id = users.id) as won from users`
  const wrong = rows
    .filter(({ id, balance }) => balance !== expected.get(id))
    .map(({ id, balance }) => `${id}: ${balance}, ${expected.get(id)}`)
  const won = rows.reduce((sum, row) => sum + row.won, 0)
  const [{ paid }] = await sql<[{ paid: number }]>`select count(*) as paid from posting`
  if (paid !== won) wrong.push(`${paid} postings for ${won} prizes`)
  const inbox = createInboxReader(sandboxUrl)
  let unmailed = 0
  for (const { email, won } of rows) {
    const countMails = async () => (await inbox.read(email)).length
    await until(`${email} is told`, async () => (await countMails()) >= won).catch(() => unmailed++)
  }
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(sql)
  return { won, paid, wrong, unmailed, fault, audit: await auditBooks(sql) }
}
