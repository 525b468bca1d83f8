import assert from 'node:assert/strict'
import { claimOrder, listWaiting, settleDelivery } from '#contract/orders/deliveries.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { openPackShop, order, readOrder, withNewBuyer } from '#tests/support/orders/orders.ts'
import { signUpAdmin, tally, type Person } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const claim = (person: Person, id: string, isClaimed = true) =>
  person.call(claimOrder, { id, isClaimed })

/** Starts all calls before the first of them can go on. */
async function atOnce<Answer>(
  { sql }: TestShop,
  id: string,
  call: () => Promise<Answer>[],
): Promise<Answer[]> {
  const { answers } = await sql.begin(async (tx) => {
    await tx`select from orders where id = ${id} for update`
    const answers = call()
    await until('all wait for the order', async () => {
      const [row] = await sql<[{ waiting: number }]>`
        select count(*) as waiting from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`
      return row.waiting === answers.length
    })
    return { answers }
  })
  return Promise.all(answers)
}

const test = shareShop(openPackShop)

const findWaiting = async (person: Person, id: string) => {
  const { waiting } = (await person.call(listWaiting, {})).data
  return waiting.find(({ order }) => order._id === id)!
}

test('an order claimed by several administrators goes to the first, and the others see to whom', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const ravi = await signUpAdmin(shop, 'Ravi Kumar')
  const { _id: id } = (await order(asha, { item })).data
  const people = [admin, ravi]
  const answers = await atOnce(shop, id, () =>
    people.map(async (person) => ({ person, ...(await claim(person, id)) })),
  )
  assert.deepEqual(tally(answers), { 200: 1, 409: 1 })
  const first = answers.find(({ status }) => status === 200)!
  const second = first.person === admin ? ravi : admin
  const { _id, fullName, since } = first.data.claim!
  assert.equal(_id, (first.person as typeof admin).id)
  for (const { code, message } of answers.filter(({ status }) => status === 409))
    assert.deepEqual([code, message], ['CLAIMED', `${fullName} has already taken this order`])
  assert.deepEqual((await findWaiting(second, id)).claim, { _id, fullName, since })
  assert.ok(!JSON.stringify(await readOrder(asha, id)).includes(fullName))

  assert.equal((await claim(second, id, false)).code, 'CLAIMED')
  assert.equal((await claim(first.person, id, false)).data.claim, null)
  assert.equal((await claim(first.person, id, false)).data.claim, null)
  assert.equal((await claim(second, id)).status, 200)
  const done = (await listActions(shop)).filter(
    ({ action, subject }) => action === 'claim order' && subject === `order ${id}`,
  )
  assert.deepEqual(
    done.map(({ after }) => after),
    [true, false, true].map((isClaimed) => ({ isClaimed })),
  )
})

test('only administrators claim orders, only waiting ones, and a claim ends with its order', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const { _id: id } = (await order(asha, { item })).data
  assert.equal((await claim(asha, id)).status, 403)
  assert.equal((await claim(admin, NOBODY)).status, 404)
  assert.equal((await claim(admin, id)).status, 200)
  await admin.call(editOrder, { id, status: 'completed', note: '', reference: '' })
  const [row] = await shop.sql`select claimed_by, claimed_at from orders where id = ${id}`
  assert.deepEqual({ ...row }, { claimedBy: null, claimedAt: null })
  assert.equal((await claim(admin, id)).code, 'NOT_HELD')
})

test('someone without the claim may end an order, and the audit names who had claimed it', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const ravi = await signUpAdmin(shop, 'Ravi Kumar')
  const { _id: id } = (await order(asha, { item })).data
  await claim(ravi, id)
  const input = { id, outcome: 'delivered', note: 'Ravi is ill' } as const
  assert.equal((await admin.call(settleDelivery, input)).status, 200)
  const settled = (await listActions(shop)).find(
    ({ action, subject }) => action === 'settle delivery' && subject === `order ${id}`,
  )!
  assert.match(JSON.stringify(settled.before), /Ravi Kumar/)
})

test('a former administrator’s claims block nobody', async (packShop) => {
  const { shop, admin, asha, item } = await withNewBuyer(packShop)
  const ravi = await signUpAdmin(shop, 'Ravi Kumar')
  const { _id: id } = (await order(asha, { item })).data
  await claim(ravi, id)
  await admin.call(editUserAsAdmin, { id: ravi.id, role: 'user', isBlocked: false })
  assert.equal((await findWaiting(admin, id)).claim, null)
  assert.equal((await claim(admin, id)).data.claim?.fullName, 'Amrita Admin')
})
