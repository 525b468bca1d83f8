import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adjustBalance } from '#contract/money/adjustments.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { verifyAdjustments } from './verify-adjustments.ts'

test('the verifier finds adjustments and money that do not match', async (t) => {
  const shop = await openShop(t)
  const [admin, asha] = [await signUpAdmin(shop), await signUp(shop, 'Asha Rao')]
  const words = { userId: asha.id, reason: 'Credited twice', note: 'See ticket 7' }
  await admin.call(adjustBalance, { ...words, amount: 40_00 })
  const fault = async () => (await verifyAdjustments(shop.sql)).fault
  const edit = async (change: string, undo: string) => {
    await shop.sql.unsafe(change)
    const found = await fault()
    await shop.sql.unsafe(undo)
    return found
  }
  assert.equal(await fault(), null)
  assert.match(
    (await edit('update adjustment set amount = 1', 'update adjustment set amount = 4000'))!,
    /^Adjustment .* moved other money$/,
  )
  assert.match(
    (await edit('update adjustment set amount = -4000', 'update adjustment set amount = 4000'))!,
    /moved other money$/,
  )
  await shop.sql`
    insert into adjustment (id, user_id, currency, amount, reason, note, state, asked_by, asked_at, decided_by, decided_at)
    select gen_random_uuid(), user_id, currency, amount, reason, note, state, asked_by, asked_at, decided_by, decided_at
    from adjustment`
  assert.match((await fault())!, /has moved no money$/)
  await shop.sql`delete from adjustment`
  assert.match((await fault())!, /^Transfer \d+ is an adjustment that nobody approved$/)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
  await assert.rejects(spend(shop.sql, asha.id, 40_01), { code: 'BALANCE_TOO_LOW' })
})
