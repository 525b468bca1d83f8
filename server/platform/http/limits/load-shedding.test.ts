import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { signUp, tally, type Answer } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Locks the sessions. Until the lock is released, no caller can be identified. */
async function holdSessions(sql: Sql) {
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = sql.begin(async (tx) => {
    await tx`lock table session in access exclusive mode`
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  return async () => {
    gate.resolve()
    await held
  }
}

test('calls beyond a node’s capacity are refused at once, and those under way are answered', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_CALLS_AT_ONCE: '30' } })
  const asha = await signUp(shop, 'Asha Rao')
  assert.equal((await fetch(`${shop.url}/api/v1/game`)).status, 200)
  const letGo = await holdSessions(shop.sql)
  await using _ = { [Symbol.asyncDispose]: letGo } // otherwise a failing test would never end
  const turnedAway: Answer<typeof getUser>[] = []
  const crowd = Array.from({ length: 40 }, async () => {
    const answer = await asha.call(getUser, {})
    if (answer.status === 503) turnedAway.push(answer)
    return answer
  })
  await until('those beyond are refused', () => turnedAway.length === 10)
  const refused = turnedAway[0]!
  assert.deepEqual([refused.code, refused.data], ['BUSY', null])
  assert.ok(Number(refused.headers.get('retry-after')) > 0 && refused.headers.has('x-request-id'))
  assert.equal((await fetch(`${shop.url}/api/v1/game`)).status, 200, 'what is kept goes on')
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
  await letGo()
  assert.deepEqual(tally(await Promise.all(crowd)), { 200: 30, 503: 10 })
  await until('it takes calls again', async () => (await asha.call(getUser, {})).status === 200)
})
