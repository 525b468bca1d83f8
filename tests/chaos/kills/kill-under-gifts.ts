import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { login, signup } from '#contract/accounts/auth.ts'
import type { Endpoint, Input } from '#contract/core/endpoint.ts'
import { toRequest } from '#contract/core/request.ts'
import { getUser } from '#contract/accounts/users.ts'
import { giftBalance } from '#contract/money/wallet.ts'
import { sealLedger } from '#server/money/ledger/seal.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { pino } from 'pino'
import { auditBooks } from '#tests/chaos/audit/audit-books.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { startKillableShop, type KillableShop } from '#tests/chaos/killable-shop.ts'

export type GiftReport = {
  kills: number
  acknowledged: number
  repeated: number // sent again with the same key, because no answer came
  /** Wallets whose books differ from what was acknowledged. */
  wrong: string[]
  fault: string | null // from the verifier
  audit: string[]
}

type Gift = { key: string; userId: string; amount: number }

const PAUSE_MS_MAX = 120
const GIVERS = 4
const CUSTOMERS = 6
const EMAIL = 'amrita@example.com'
const PASSWORD = 'Passw0rd!'

/** Kills shop and database in turn while gifts are given. Each gift is sent until it is acknowledged. */
export async function killUnderGifts(kills: number, seed: number): Promise<GiftReport> {
  const dice = createDice(seed)
  await using stack = new AsyncDisposableStack()
  const setup = await startKillableShop(stack)
  const { admin, customers } = await makePeople(setup)
  const givers = startGivers(setup.url, dice, { token: admin, customers })
  stack.defer(() => givers.stop())
  for (let kill = 0; kill < kills; kill++) {
    await sleep(dice.below(PAUSE_MS_MAX)) // at a random moment of the work
    if (kill % 2 === 0) await setup.killShop()
    else setup.killDatabase()
    await givers.untilMore()
  }
  await givers.stop()
  const { given, repeated } = givers
  return { kills, acknowledged: given.length, repeated: repeated(), ...(await audit(setup, given)) }
}

async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Input<E>,
  headers: Record<string, string> = {},
) {
  const { address, ...request } = toRequest(endpoint, input)
  const response = await fetch(`${url}${address}`, {
    ...request,
    headers: { ...request.headers, ...headers },
  })
  return { status: response.status, data: ((await response.json()) as { data: unknown }).data }
}

async function makePeople({ url, connect }: KillableShop) {
  const customers: string[] = []
  for (let count = 0; count <= CUSTOMERS; count++) {
    const email = count === 0 ? EMAIL : `customer-${count}@example.com`
    const person = { fullName: 'Asha Rao', email, phone: '9876543210', password: PASSWORD }
    const { data } = await send(url, signup, person)
    const { accessToken } = data as { accessToken: string }
    const user = await send(url, getUser, {}, { authorization: `Bearer ${accessToken}` })
    if (count > 0) customers.push((user.data as { _id: string })._id)
  }
  const sql = connect()
  await makeAdmin(sql, EMAIL)
  await sql.end()
  return { admin: await signIn(url), customers }
}

async function signIn(url: string): Promise<string> {
  const { data } = await send(url, login, { email: EMAIL, password: PASSWORD })
  return (data as { accessToken: string }).accessToken
}

function startGivers(
  url: string,
  dice: Dice,
  { token, customers }: { token: string; customers: string[] },
) {
  const given: Gift[] = []
  let sent = 0
  let isStopped = false
  const loops = Array.from({ length: GIVERS }, async () => {
    while (!isStopped) {
      const userId = dice.pick(customers)
      const gift = { key: randomUUID(), userId, amount: 1 + dice.below(100_000) }
      while (!(await give(gift))) await sleep(50)
      given.push(gift)
    }
  })
  return {
    given,
    repeated: () => sent - given.length,
    async untilMore() {
      const seen = given.length + GIVERS // gifts already under way do not count
      while (given.length <= seen) await sleep(10)
    },
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }

  async function give({ key, userId, amount }: Gift): Promise<boolean> {
    sent++
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    try {
      const { status } = await send(url, giftBalance, { userId, amount }, headers)
      if (status === 401) token = await signIn(url)
      return status === 200
    } catch {
      return false
    }
  }
}

/** Asks the database, not the shop. */
async function audit({ connect }: KillableShop, given: Gift[]) {
  const sql = connect()
  const expected = new Map<string, number>()
  for (const { userId, amount } of given) expected.set(userId, (expected.get(userId) ?? 0) + amount)
  const rows = await sql<{ userId: string; balance: number; fold: number; count: number }[]>`
    select user_id, balance_of(user_id, 'INR') as balance, sum(amount)::bigint as fold, count(*)
    from posting group by user_id`
  const wrong = rows.flatMap(({ userId, balance, fold }) =>
    balance === fold && balance === expected.get(userId)
      ? []
      : [`${userId}: ${balance}, ${fold}, ${expected.get(userId)}`],
  )
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  if (count !== given.length) wrong.push(`${count} postings for ${given.length} gifts`)
  await sealLedger({ sql, now: () => new Date(), log: pino({ level: 'silent' }) })
  const { fault } = await verifyLedger(sql)
  const found = await auditBooks(sql)
  await sql.end()
  return { wrong, fault, audit: found }
}
