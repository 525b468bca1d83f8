import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPhone, signUp } from '#tests/support/accounts/people.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { beginGuest, buyAsGuest } from '#tests/support/orders/guests.ts'
import { openUpiPackShop, placeByUpi } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60_000

test('guests who bought nothing are forgotten 30 days after their sign-in has expired, and nobody else', async (t) => {
  const packShop = await openUpiPackShop(t)
  const { shop, game, item } = packShop
  const { sql } = shop
  const idle = [await beginGuest(shop, game), await beginGuest(shop, game, newPhone())]
  const buyer = await buyAsGuest(packShop)
  const unpaid = await beginGuest(shop, game)
  await placeByUpi(unpaid, { item })
  const gifted = await beginGuest(shop, game)
  await endow(sql, gifted.id, 5_00)
  const account = await signUp(shop, 'Asha Rao')
  const claimed = await beginGuest(shop, game)
  await sql`update users set claimed_by = ${account.id} where id = ${claimed.id}`
  // More sessions than are read at once, which expire before those of the guests.
  const older = await sql`
    insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
    select gen_random_uuid(), user_id, refresh_hash, user_agent, address, created_at, refreshed_at,
      expires_at - interval '1 hour'
    from session, generate_series(1, 600) where user_id = ${account.id}`
  assert.ok(older.count >= 600)
  const forgotten = async () =>
    (await sql<{ id: string }[]>`select id from users where deleted_at is not null`)
      .map(({ id }) => id)
      .toSorted()
  const cleanUp = async () => {
    await addJob(shop, 'clean-up', {})
    await until('it is cleaned up', async () => {
      const jobs = await sql`select from job where name in ('clean-up', 'account-deleted')`
      return jobs.length === 0
    })
  }
  shop.wait(59 * DAY_MS)
  await cleanUp()
  assert.deepEqual(await forgotten(), [])
  const late = await beginGuest(shop, game)
  shop.wait(2 * DAY_MS)
  await cleanUp()
  assert.deepEqual(await forgotten(), idle.map(({ id }) => id).toSorted())
  const left = await sql<{ count: number }[]>`
    select (select count(*) from player where user_id = any(${idle.map(({ id }) => id)}))
      + (select count(*) from session where user_id = any(${idle.map(({ id }) => id)})) as count`
  assert.equal(left[0]!.count, 0)
  const rows = await sql<{ email: string | null }[]>`
    select email from users where id in (${buyer.id}, ${unpaid.id}, ${gifted.id}, ${claimed.id}, ${late.id})`
  assert.ok(rows.length === 5 && rows.every(({ email }) => email?.includes('@')))
})
