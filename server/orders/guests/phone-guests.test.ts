import assert from 'node:assert/strict'
import { login } from '#contract/accounts/auth.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { editUser, getUser } from '#contract/accounts/users.ts'
import { listDocuments } from '#contract/accounting/documents.ts'
import { approveRecovery, askRecovery } from '#contract/accounts/recovery.ts'
import { createIssue, editIssue } from '#contract/backoffice/support.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { provePhone } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  newEmail,
  newPhone,
  signUp,
  signUpAdmin,
  type Member,
} from '#tests/support/accounts/people.ts'
import { searchTables } from '#tests/support/database/find-text.ts'
import {
  beginGuest,
  buyAsGuest,
  endOrder,
  listOrderIds,
  proveMailbox,
} from '#tests/support/orders/guests.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { openUpiPackShop, orderByUpi, type PackShop } from '#tests/support/orders/orders.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const DAY_MS = 24 * 60 * 60_000

/** Signs in again, which adopts guests. */
const signIn = ({ url }: PackShop['shop'], { email, password }: Member) =>
  createPerson(url).call(login, { email, password })

async function signUpWith({ shop }: Pick<PackShop, 'shop'>, phone: string): Promise<Member> {
  const member = await signUp(shop, 'Gita Rao')
  await shop.sql`update users set phone = ${phone} where id = ${member.id}`
  return Object.assign(member, { phone })
}

test('a guest buys with a phone number alone, where a gateway needs one too, and gets no mail', async (packShop) => {
  const { shop, admin, item, game } = packShop
  await admin.call(choosePaymentGateway, { active: 'payu' })
  const phone = newPhone()
  const guest = await beginGuest(shop, game, phone)
  assert.equal((await orderByUpi(guest, { item })).status, 200)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const { data: user } = await guest.call(getUser, {})
  assert.deepEqual([user.isGuest, user.email, user.phone], [true, '', phone])

  const { orderId, ...buyer } = await buyAsGuest(packShop, phone)
  await endOrder(packShop, orderId, 'completed')
  await until('the invoice is there', async () => {
    const { data } = await buyer.call(listDocuments, { id: orderId })
    return data.documents.length === 1
  })
  await until('no mail waits', async () => {
    const jobs = await shop.sql`select from job where name = 'send-order-mail'`
    return jobs.length === 0
  })
  const failed = await shop.sql`select name from job where last_error is not null`
  assert.deepEqual([...failed], [])
})

test('a guest gives an email or a phone number, and a real one', async ({ shop }) => {
  const email = newEmail('Gita Guest')
  for (const [input, field] of [
    [{}, 'email'],
    [{ email, phone: newPhone() }, 'email'],
    [{ email: '' }, 'email'],
    [{ phone: '' }, 'phone'],
    [{ phone: '98765' }, 'phone'],
    [{ phone: '+919876543210' }, 'phone'],
  ] as const) {
    const { status, errors } = await shop.visitor.send('POST', '/api/v1/guest', input)
    assert.deepEqual(
      [status, errors.map((one) => one.field)],
      [400, [field]],
      JSON.stringify(input),
    )
  }
})

test('an account that verifies the phone gets the orders and the money of its guests', async (packShop) => {
  const { shop } = packShop
  const phone = newPhone()
  const first = await buyAsGuest(packShop, phone)
  const second = await buyAsGuest(packShop, phone)
  await endOrder(packShop, first.orderId, 'refunded')
  assert.deepEqual(await listOrderIds(second), [second.orderId], 'guests see nothing of each other')
  const owner = await signUpWith(packShop, phone)
  await signIn(shop, owner)
  assert.deepEqual(await listOrderIds(owner), [], 'it has not verified the phone')

  await provePhone(shop, owner)
  assert.deepEqual(
    (await listOrderIds(owner)).toSorted(),
    [first.orderId, second.orderId].toSorted(),
  )
  await until('the money is there', async () => {
    const { data } = await owner.call(getUser, {})
    return data.balance === 100_00
  })
  assert.equal((await first.call(getUser, {})).code, 'NOT_SIGNED_IN')
  const later = await buyAsGuest(packShop, phone)
  await signIn(shop, owner)
  assert.ok((await listOrderIds(owner)).includes(later.orderId))
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('a phone that was proven long before or after the purchase claims nothing, as it may have changed hands', async (packShop) => {
  const { shop } = packShop
  for (const [days, isVerified, isClaimed] of [
    [-91, true, false],
    [-89, true, true],
    [0, false, false], // another account has verified it since
    [89, true, true],
    [91, true, false],
  ] as const) {
    const phone = newPhone()
    const guest = await beginGuest(shop, packShop.game, phone)
    const owner = await signUpWith(packShop, phone)
    const provenAt = new Date(Date.now() + days * DAY_MS)
    await shop.sql`
      update users set is_phone_verified = ${isVerified}, phone_proven_at = ${provenAt} where id = ${owner.id}`
    await signIn(shop, owner)
    const [row] = await shop.sql`select claimed_by from users where id = ${guest.id}`
    assert.equal(row!['claimedBy'], isClaimed ? owner.id : null, `${days} days`)
  }
})

test('a phone claims no guest who gave an email, and a phone guest can’t change the phone', async (packShop) => {
  const { shop, game } = packShop
  const phone = newPhone()
  const byEmail = await beginGuest(shop, game)
  assert.equal((await byEmail.call(editUser, { phone })).status, 200)
  const blocked = await beginGuest(shop, game, phone)
  await shop.sql`update users set is_blocked = true where id = ${blocked.id}`
  const byPhone = await beginGuest(shop, game, newPhone())
  assert.equal((await byPhone.call(editUser, { phone })).code, 'GUESTS_CANNOT')
  await provePhone(shop, await signUpWith(packShop, phone))
  const claimed = await shop.sql`
    select from users where claimed_by is not null and id in (${byEmail.id}, ${blocked.id}, ${byPhone.id})`
  assert.equal(claimed.length, 0)
})

test('support can give a phone guest an email, whose owner claims the order, and no mail goes to an empty address', async (packShop) => {
  const { shop, admin } = packShop
  const guest = await buyAsGuest(packShop, newPhone())
  const second = await signUpAdmin(shop, 'Nisha Admin')
  const { data: asked } = await guest.call(createIssue, { issueType: 'other', message: 'Email?' })
  const was = { status: 'unresolved', answer: '' } as const
  await admin.call(editIssue, { id: asked._id, answer: 'Please wait', was })
  const email = newEmail('Gita Rao')
  const { data } = await admin.call(askRecovery, {
    id: guest.id,
    email,
    canUndo: true,
    note: 'Knew the UTR',
  })
  assert.equal((await second.call(approveRecovery, { id: data._id })).status, 200)
  const jobs = await shop.sql<{ name: string; payload: { to?: string } }[]>`
    select name, payload from job where name in ('send-notice', 'send-undo-link')`
  assert.ok(jobs.every(({ name, payload }) => name === 'send-notice' && payload.to !== ''))
  assert.equal((await shop.sql`select from address_undo where user_id = ${guest.id}`).length, 0)
  await until('all mails are sent', async () => {
    const left = await shop.sql`select from job where name in ('send-notice', 'send-undo-link')`
    return left.length === 0
  })
  assert.deepEqual(await listOrderIds(await proveMailbox(shop, email)), [guest.orderId])
})

test('an account of a phone guest is deleted without a trace of the phone', async (packShop) => {
  const { shop, admin } = packShop
  const phone = newPhone()
  await admin.call(choosePaymentGateway, { active: 'payu' }) // its page has the phone
  const guest = await buyAsGuest(packShop, phone)
  await endOrder(packShop, guest.orderId, 'completed')
  const owner = await signUpWith(packShop, phone)
  await proveEmail(shop, owner)
  await provePhone(shop, owner)
  await shop.sql`
    update users set phone = ${newPhone()}, is_phone_verified = false where id = ${owner.id}`
  assert.equal((await owner.call(deleteUser, {})).status, 200)
  await addJob(shop, 'sweep-traces', {})
  await until('both were searched for', async () => {
    const [row] = await shop.sql<[{ looks: number }]>`select min(looks)::int as looks from erasure`
    return row.looks > 0
  })
  assert.equal(shop.log.filter((line) => line.includes('cannot be opened')).length, 0)
  await until('the phone is gone', async () => (await searchTables(shop.sql, phone)).length === 0)
})
