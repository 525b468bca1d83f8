import { setTimeout as sleep } from 'node:timers/promises'
import { signup } from '#contract/accounts/auth.ts'
import { toRequest } from '#contract/core/request.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startKillableShop, type KillableShop } from '#tests/chaos/killable-shop.ts'

export type KillReport = {
  kills: number
  acknowledged: number
  /** Accounts that were acknowledged and do not exist. */
  lost: string[]
  /** Accounts without their session or their welcome mail. */
  half: string[]
  recoveryMs: { shop: number[]; database: number[] }
}

const PAUSE_MS_MAX = 120
const CUSTOMERS = 4 // each signs up new accounts one after another, as fast as the shop allows

/** Kills shop and database in turn while people sign up, then compares the accounts with what was acknowledged. */
export async function killUnderSignUps(kills: number, seed: number): Promise<KillReport> {
  const dice = createDice(seed)
  await using stack = new AsyncDisposableStack()
  const setup = await startKillableShop(stack)
  const pool = startSignUps(setup.url)
  stack.defer(() => pool.stop())
  const recoveryMs = { shop: [] as number[], database: [] as number[] }

  await pool.untilMore()
  for (let kill = 0; kill < kills; kill++) {
    const victim = kill % 2 === 0 ? 'shop' : 'database'
    await sleep(dice.below(PAUSE_MS_MAX)) // at a random moment of the work
    const killedAt = performance.now()
    if (victim === 'shop') await setup.killShop()
    else setup.killDatabase()
    await pool.untilMore()
    recoveryMs[victim].push(performance.now() - killedAt)
  }
  await pool.stop()
  const { lost, half } = await audit(setup, pool.acknowledged)
  return { kills, acknowledged: pool.acknowledged.length, lost, half, recoveryMs }
}

/** Signs people up until stopped, and remembers which were acknowledged. */
function startSignUps(url: string) {
  const acknowledged: string[] = []
  let isStopped = false
  const loops = Array.from({ length: CUSTOMERS }, async (_, customer) => {
    for (let count = 0; !isStopped; count++) {
      const email = `customer-${customer}-${count}@example.com`
      if (await signUp(url, email)) acknowledged.push(email)
      else await sleep(50)
    }
  })
  return {
    acknowledged,
    /** Waits until the shop acknowledges sign-ups again. Those already under way do not count. */
    async untilMore() {
      const seen = acknowledged.length + CUSTOMERS
      while (acknowledged.length <= seen) await sleep(10)
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }
}

async function signUp(url: string, email: string): Promise<boolean> {
  const person = { fullName: 'Asha Rao', email, phone: '9876543210', password: 'Passw0rd!' }
  const { method, address, body } = toRequest(signup, person)
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${address}`, { method, headers, body })
    return response.ok && ((await response.json()) as { success: boolean }).success
  } catch {
    return false
  }
}

/** Asks the database and the sandbox, not the shop. */
async function audit(shop: KillableShop, acknowledged: string[]) {
  const sql = shop.connect()
  const rows = await sql<{ email: string; sessions: number }[]>`
    select email, count(session.id) as sessions
    from users left join session on session.user_id = users.id group by email`
  const sessionsOf = new Map(rows.map(({ email, sessions }) => [email, sessions]))
  await untilJobsAreDone(sql)
  await sql.end()
  const response = await fetch(`${shop.sandboxUrl}/inbox`)
  const mails = (await response.json()) as { to: string; subject: string }[]
  const welcomed = new Set(mails.map(({ to }) => to))
  return {
    lost: acknowledged.filter((email) => !sessionsOf.has(email)),
    half: [...sessionsOf].flatMap(([email, sessions]) =>
      sessions >= 1 && welcomed.has(email) ? [] : [email],
    ),
  }
}

const PATIENCE_MS = 180_000

async function untilJobsAreDone(sql: Sql): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await sleep(100)) {
    const [row] = await sql<[{ count: number }]>`
      select count(*) from job`
    if (row.count === 0) return
  }
}
