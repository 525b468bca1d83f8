import assert from 'node:assert/strict'
import { editNewsByMail } from '#contract/accounts/newsletter.ts'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import { getOwnPlace } from '#contract/orders/leaderboard.ts'
import { findOrder, findOrderAsAdmin } from '#contract/orders/orders.ts'
import { addBan } from '#contract/orders/risk.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import { newEmail, signUp } from '#tests/support/accounts/people.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { give, listGiftJobs, makeGiver, newGift, untilMailed } from '#tests/support/orders/gifts.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { beginGuest, endOrder, proveMailbox } from '#tests/support/orders/guests.ts'
import {
  makeBuyer,
  openUpiPackShop,
  placeByUpi,
  readOrder,
  untilOrder,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { breakOutside, mendOutside, retryJobsNow } from '#tests/support/shop/outside.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

const sendAgain = ({ shop }: PackShop, orderId: string) =>
  shop.sql.begin((tx) => enqueue(tx, 'send-gift-mail', { orderId }))

test('a friend gets one mail once the gift is delivered, and its giver rises in the ranking', async (packShop) => {
  const { shop, admin, game, item } = packShop
  const asha = await makeGiver(packShop)
  const gift = newGift()
  const id = await give(asha, packShop, gift)
  const stranger = await makeBuyer(shop, game)
  assert.deepEqual((await readOrder(asha, id)).gift, gift)
  assert.deepEqual((await admin.call(findOrderAsAdmin, { id })).data.gift, gift)
  assert.equal((await stranger.call(findOrder, { id })).code, 'NO_SUCH_ORDER')
  assert.deepEqual(await shop.inbox.read(gift.email), [])

  await endOrder(packShop, id, 'completed')
  const mail = await shop.inbox.find(gift.email, `Asha Rao sent you ${item.itemName}`)
  const { gameDetailId } = await readOrder(asha, id)
  for (const words of [
    `Asha Rao sent you ${item.itemName} in ${game.gameName}. It was delivered to the player below.`,
    'Their message: “Happy birthday!”',
    `: ${gameDetailId.playerId}`,
    'You got this mail because Asha Rao gave you a gift; we don’t keep your address longer than 30 days.',
  ])
    assert.ok(mail.text.includes(words), `${words} in ${mail.text}`)
  assert.doesNotMatch(mail.text, /https?:/)
  assert.doesNotMatch(mail.text, new RegExp(`${asha.email}|${asha.phone}`))
  assert.equal((await asha.call(getOwnPlace, {})).data.spend, 100_00)
})

test('the friend of a guest reads no name, until the guest has an account with one', async (packShop) => {
  const { shop, game, item } = packShop
  const guest = await beginGuest(shop, game)
  const gift = newGift('')
  const { id, url } = await placeByUpi(guest, { item, gift })
  await payAt(shop, url)
  await untilOrder(guest, id, 'processing')
  await endOrder(packShop, id, 'completed')
  const { text } = await shop.inbox.find(gift.email, `Somebody sent you ${item.itemName}`)
  assert.match(text, /because somebody gave you a gift/)
  assert.doesNotMatch(text, /Guest|message/)

  const asha = await makeGiver(packShop)
  const known = await beginGuest(shop, game, asha.email)
  const second = newGift()
  const paid = await placeByUpi(known, { item, gift: second })
  await payAt(shop, paid.url)
  await untilOrder(known, paid.id, 'processing')
  await proveMailbox(shop, asha.email)
  await endOrder(packShop, paid.id, 'completed')
  await shop.inbox.find(second.email, `Asha Rao sent you ${item.itemName}`)
})

test('a refunded, cancelled or failed order sends nothing, nor does one refunded before its mail', async (packShop) => {
  const { shop, admin } = packShop
  const asha = await makeGiver(packShop)
  const gifts = [newGift(), newGift(), newGift()]
  const [refunded, refused, late] = [
    await give(asha, packShop, gifts[0]!),
    await give(asha, packShop, gifts[1]!),
    await give(asha, packShop, gifts[2]!),
  ]
  await endOrder(packShop, refunded, 'refunded')
  await admin.call(settleDelivery, { id: refused, outcome: 'refused', note: 'Why' })
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  await endOrder(packShop, late, 'completed')
  await until('the mail was not taken', async () => {
    const [job] = await listGiftJobs(packShop)
    return job!.lastError !== null
  })
  await endOrder(packShop, late, 'refunded')
  await mendOutside(shop)
  await retryJobsNow(shop)
  for (const id of [refunded, refused]) await sendAgain(packShop, id)
  await untilMailed(packShop)
  for (const { email } of gifts) assert.deepEqual(await shop.inbox.read(email), [])
})

test('a mail that failed is sent later, and none is sent twice', async (packShop) => {
  const { shop, admin } = packShop
  const asha = await makeGiver(packShop)
  const gift = newGift()
  const id = await give(asha, packShop, gift)
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  await Promise.all(
    Array.from({ length: 4 }, () =>
      admin.call(settleDelivery, { id, outcome: 'delivered', note: 'Done' }),
    ),
  )
  await until('it has failed once', async () => {
    const [job] = await listGiftJobs(packShop)
    assert.doesNotMatch(job!.lastError ?? '', /kiran/)
    return job!.lastError !== null
  })
  assert.equal((await listGiftJobs(packShop)).length, 1)
  await mendOutside(shop)
  await retryJobsNow(shop)
  await shop.inbox.find(gift.email, /sent you/)
  await untilMailed(packShop)
  await sendAgain(packShop, id)
  await untilMailed(packShop)
  assert.equal((await shop.inbox.read(gift.email)).length, 1)
})

test('the mail is written in the transaction that completes the order, or not at all', async (packShop) => {
  const { shop } = packShop
  const asha = await makeGiver(packShop)
  const id = await give(asha, packShop, newGift())
  const countJobs = async (sql: Sql | Tx) =>
    (await sql`select from job where payload ->> 'orderId' = ${id} and name = 'send-gift-mail'`)
      .length
  const end = async (status: 'completed' | 'failed', { isUndone }: { isUndone: boolean }) => {
    let jobs = 0
    const ending = shop.sql.begin(async (tx) => {
      await tx`
        update orders set status = ${status}, ended_at = now(), refunded_at = ${status === 'failed' ? new Date() : null}
        where id = ${id}`
      jobs = await countJobs(tx)
      if (isUndone) throw new Error('undone')
    })
    if (isUndone) await assert.rejects(ending, /^Error: undone$/)
    else await ending
    return jobs
  }
  assert.equal(await end('failed', { isUndone: true }), 0)
  assert.equal(await end('completed', { isUndone: true }), 1)
  assert.equal(await countJobs(shop.sql), 0)
  assert.equal(await end('completed', { isUndone: false }), 1)
  await untilMailed(packShop)
})

test('banned addresses and people who unsubscribed get nothing; those who never subscribed do', async (packShop) => {
  const { shop, admin, item } = packShop
  const asha = await makeGiver(packShop)
  await endow(shop.sql, asha.id, 1_000_00)
  const [banned, gone, plain] = [
    newEmail('Banned'),
    await signUp(shop, 'Gone Away'),
    await signUp(shop, 'Plain'),
  ]
  await admin.call(addBan, { kind: 'email', value: banned.toUpperCase(), note: 'Asked us to' })
  for (const isOn of [true, false]) {
    shop.wait(1_000)
    await gone.call(editNewsByMail, { isOn })
  }
  await shop.sql`update users set news_off_at = created_at where id = ${plain.id}`
  const emails = [banned, gone.email, plain.email]
  for (const email of emails) {
    const id = await give(asha, packShop, { email, message: '' })
    await endOrder(packShop, id, 'completed')
  }
  await shop.inbox.find(plain.email, `Asha Rao sent you ${item.itemName}`)
  await untilMailed(packShop)
  assert.deepEqual(
    [(await shop.inbox.read(banned)).length, (await shop.inbox.read(gone.email)).length],
    [0, 0],
  )
})
