import assert from 'node:assert/strict'
import { deleteUser, login, resetPassword } from '#contract/accounts/auth.ts'
import { downloadData } from '#contract/accounts/personal-data.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { findOrder } from '#contract/orders/orders.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import type { Context } from '#server/context.ts'
import { walletOf } from '#server/money/ledger/ledger.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { moveGuestMoney } from '#server/money/wallet/move-guest-money.ts'
import { askByEmail, proveEmail } from '#tests/support/accounts/codes.ts'
import {
  beginGuest,
  buyAsGuest,
  endOrder,
  listOrderIds,
  openByLink,
  proveMailbox,
  tokenIn,
} from '#tests/support/orders/guests.ts'
import {
  createPerson,
  newEmail,
  signUp,
  signUpAdmin,
  signUpByCall,
  tally,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { download } from '#tests/support/calls/files.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { payAt } from '#tests/support/money/payments.ts'
import {
  openUpiPackShop,
  placeByUpi,
  untilOrder,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { approveRecovery, askRecovery } from '#contract/accounts/recovery.ts'
import { getFrozenWallets } from '#contract/money/adjustments.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { endow, move, QUIET } from '#tests/support/money/ledger.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const balanceOf = async (person: Person) => (await person.call(getUser, {})).data.balance

const untilBalance = (person: Person, balance: number) =>
  until(`the wallet has ${balance}`, async () => (await balanceOf(person)) === balance)

test('money refunded to a guest waits, and reaches the account of whoever proves the email', async (packShop) => {
  const { shop } = packShop
  const first = await buyAsGuest(packShop)
  const other = await buyAsGuest(packShop, first.email)
  await endOrder(packShop, first.orderId, 'refunded')
  assert.match((await shop.inbox.find(first.email, /^Refunded/)).text, /We keep ₹100\.00 for you/)

  const owner = await proveMailbox(shop, first.email)
  assert.notEqual(owner.id, first.id)
  assert.deepEqual(
    (await listOrderIds(owner)).toSorted(),
    [first.orderId, other.orderId].toSorted(),
  )
  await untilBalance(owner, 100_00)
  const { data } = await owner.call(listTransactions, { page: 1, limit: 9, sort: 'date' })
  assert.deepEqual(
    data.transactions.map(({ kind, price }) => [kind, price]),
    [['claim', 100_00]],
  )
  assert.equal((await first.call(getUser, {})).code, 'NOT_SIGNED_IN')
  const link = tokenIn((await shop.inbox.find(other.email, /^Payment received/)).text)
  assert.equal((await openByLink(shop, link)).code, 'ORDER_CLAIMED')

  await endOrder(packShop, other.orderId, 'refunded')
  await untilBalance(owner, 200_00)
  await endow(shop.sql, other.id, 5_00)
  await addJob(shop, 'move-guest-money', {})
  await untilBalance(owner, 205_00)

  const stranger = await signUp(shop, 'Ravi Kumar')
  assert.equal((await stranger.call(findOrder, { id: other.orderId })).code, 'NO_SUCH_ORDER')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('an account gets a guest’s orders only with a proven email, and only those with its own email', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  const owner = createPerson(shop.url)
  const { email } = guest
  const details = { fullName: 'Gita Rao', email, phone: '9123456780', password: 'Passw0rd!' }
  const { data } = await owner.send('POST', '/api/v1/auth/signup', details)
  owner.tokens = data as never
  const stranger = await signUpByCall(shop, 'Ravi Kumar')
  await proveEmail(shop, stranger)
  for (const person of [owner, stranger]) {
    assert.deepEqual(await listOrderIds(person), [])
    assert.equal((await person.call(findOrder, { id: guest.orderId })).code, 'NO_SUCH_ORDER')
  }
  await proveEmail(shop, Object.assign(owner, { email }) as never)
  assert.deepEqual(await listOrderIds(owner), [guest.orderId])
})

test('a code for a new password claims a guest’s orders too', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  const { q: token, code } = await askByEmail(shop, guest.email)
  const newPassword = 'Str0ng!Passw0rd'
  const { status } = await shop.visitor.call(resetPassword, { token, code, newPassword })
  assert.equal(status, 200)
  const { data } = await shop.visitor.call(login, { email: guest.email, password: newPassword })
  assert.deepEqual(await listOrderIds(createPerson(shop.url, data)), [guest.orderId])
})

test('claimed at the same moment and moved on two nodes, a guest’s money arrives once', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  await endOrder(packShop, guest.orderId, 'refunded')
  const owner = await signUp(shop, 'Gita Rao')
  await shop.sql`update users set email = ${guest.email}, is_email_verified = true where id = ${owner.id}`
  await shop.openNode()
  const sessions = Array.from({ length: 8 }, () =>
    createPerson(shop.url).call(login, { email: guest.email, password: owner.password }),
  )
  assert.deepEqual(tally(await Promise.all(sessions)), { 200: 8 })
  await Promise.all(Array.from({ length: 8 }, () => addJob(shop, 'move-guest-money', {})))
  await untilBalance(owner, 100_00)
  await until('all jobs have run', async () => {
    const [{ count }] = await shop.sql<[{ count: number }]>`
      select count(*) from job where name = 'move-guest-money'`
    return count === 0
  })
  assert.equal(await balanceOf(owner), 100_00)
  const moved = await shop.sql`
    select from transfer where kind = 'claim' and key like ${`claim:${guest.id}:%`}`
  assert.equal(moved.length, 1)
})

async function signInAs(shop: PackShop['shop'], email: string): Promise<Member> {
  const owner = await signUp(shop, 'Gita Rao')
  await shop.sql`update users set email = ${email}, is_email_verified = true where id = ${owner.id}`
  await createPerson(shop.url).call(login, { email, password: owner.password })
  return owner
}

test('a blocked guest is not claimed', async (packShop) => {
  const { shop, admin } = packShop
  const guest = await buyAsGuest(packShop)
  const was = { role: 'user', rights: [], isBlocked: false } as const
  const { status } = await admin.call(editUserAsAdmin, { id: guest.id, isBlocked: true, was })
  assert.equal(status, 200)
  assert.deepEqual(await listOrderIds(await signInAs(shop, guest.email)), [])
})

test('a second payment of a claimed guest’s order reaches the account', async (packShop) => {
  const { shop, game, item } = packShop
  const guest = await beginGuest(shop, game)
  const { id, url } = await placeByUpi(guest, { item })
  await payAt(shop, url)
  await untilOrder(guest, id, 'processing')
  const owner = await proveMailbox(shop, guest.email)
  await payAt(shop, url, { again: true })
  await untilBalance(owner, 100_00)
})

test('a dispute of money that has moved holds and takes it from the account', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  await endOrder(packShop, guest.orderId, 'refunded')
  const owner = await proveMailbox(shop, guest.email)
  await untilBalance(owner, 100_00)
  const [payment] = await shop.sql<{ reference: string }[]>`
    select reference from payment where order_id = ${guest.orderId}`
  const bank = { gateway: 'razorpay', reference: payment!.reference } as const
  const id = await tellBank(shop, { ...bank, state: 'open' })
  await untilDispute(shop, id, 'needs response')
  const { data } = await owner.call(getFrozenWallets, {})
  assert.equal(data.wallets[0]?.held, 100_00)
  await tellBank(shop, { ...bank, state: 'lost' })
  await untilDispute(shop, id, 'lost')
  assert.equal(await balanceOf(owner), 0)
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('support can give a guest who mistyped the email another one, and its owner claims the order', async (packShop) => {
  const { shop, admin } = packShop
  const guest = await buyAsGuest(packShop)
  const second = await signUpAdmin(shop, 'Nisha Admin')
  const email = newEmail('Right Address')
  const asked = { id: guest.id, email, canUndo: true, note: 'Knew the invoice and the UTR' }
  const { data } = await admin.call(askRecovery, asked)
  assert.equal((await second.call(approveRecovery, { id: data._id })).status, 200)
  assert.deepEqual(await listOrderIds(await proveMailbox(shop, email)), [guest.orderId])
})

test('money that is held for a dispute stays in the guest’s wallet', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  await endOrder(packShop, guest.orderId, 'refunded')
  await shop.sql`
    insert into dispute (id, gateway, gateway_dispute_id, user_id, state, stage, amount, currency, reason, opened_at, read_at, held)
    values (${guest.id}, 'razorpay', ${`disp_${guest.id}`}, ${guest.id}, 'needs response', 'chargeback', 40_00, 'INR', '',
      now(), now(), 40_00)`
  const owner = await proveMailbox(shop, guest.email)
  await untilBalance(owner, 60_00)
})

test('the money of a guest who owes the shop stays with the debt', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  await endOrder(packShop, guest.orderId, 'refunded')
  const debt = { from: walletOf(guest.id), to: 'house:wallet-adjustments', amount: 2_0000 } as const
  await move(shop.sql, { kind: 'adjustment', lines: [{ ...debt, currency: 'USD' }] })
  const owner = await signInAs(shop, guest.email)
  assert.deepEqual(await listOrderIds(owner), [guest.orderId])
  await moveGuestMoney({ ...QUIET, sql: shop.sql, now: () => new Date() } as Context, {})
  assert.equal(await balanceOf(owner), 0)
})

test('deleting an account deletes the guests it has claimed, once nothing of theirs is open', async (packShop) => {
  const { shop } = packShop
  const guest = await buyAsGuest(packShop)
  const owner = await proveMailbox(shop, guest.email)
  const file = JSON.stringify(await download(owner, downloadData, {}))
  assert.ok(file.includes(guest.orderId))
  assert.equal((await owner.call(deleteUser, {})).code, 'ORDER_OPEN')
  await endOrder(packShop, guest.orderId, 'completed')
  assert.equal((await owner.call(deleteUser, {})).status, 200)
  const rows = await shop.sql<{ email: string | null; isDeleted: boolean }[]>`
    select email, deleted_at is not null as is_deleted from users where id in (${guest.id}, ${owner.id})`
  assert.deepEqual(
    rows.map(({ email, isDeleted }) => [email, isDeleted]),
    [
      [null, true],
      [null, true],
    ],
  )
})
