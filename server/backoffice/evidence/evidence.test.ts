import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { deleteUser } from '#contract/accounts/auth.ts'
import { editNewsByMail } from '#contract/accounts/newsletter.ts'
import { getOrderEvidence, getPaymentEvidence } from '#contract/backoffice/evidence.ts'
import { toRequest } from '#contract/core/request.ts'
import { getStatement } from '#contract/money/statement.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { logIn, signUp, type Member } from '#tests/support/accounts/people.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { readZip } from '#tests/support/calls/zip.ts'
import { seal } from '#tests/support/money/ledger.ts'
import { tellBank, untilDispute } from '#tests/support/money/disputes.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { topUp } from '#tests/support/money/refunds.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import {
  makeBuyer,
  openUpiPackShop,
  order,
  placeByUpi,
  untilOrder,
  type Buyer,
  type PackShop,
} from '#tests/support/orders/orders.ts'
import { shareAmongTests } from '#tests/support/shop/share.ts'
import { until } from '#tests/support/shop/wait.ts'

const test = shareAmongTests((stack) => openUpiPackShop({ after: (close) => stack.defer(close) }))

type Call = typeof getOrderEvidence | typeof getPaymentEvidence

async function fetchFile({ url, tokens }: Member, call: Call, id: string) {
  const response = await fetch(`${url}${toRequest(call, { id }).address}`, {
    headers: { authorization: `Bearer ${tokens!.accessToken}` },
  })
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Opens the file and checks its hashes. */
async function open(person: Member, call: Call, id: string) {
  const { status, body } = await fetchFile(person, call, id)
  assert.equal(status, 200)
  const files = readZip(body)
  const [json, pdf] = [files.get('evidence.json')!, files.get('evidence.pdf')!]
  assert.equal(
    files.get('SHA256SUMS')!.toString(),
    `${sha256(json)}  evidence.json\n${sha256(pdf)}  evidence.pdf\n`,
  )
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  return { json: JSON.parse(json.toString()), hashes: [sha256(json), sha256(pdf)], pdf }
}

type Line = Record<
  | 'previousHash'
  | 'currency'
  | 'amount'
  | 'balance'
  | 'createdAt'
  | 'kind'
  | 'reference'
  | 'transferHash',
  string
> & { sequence: number; orderId: string | null }

const paise = (amount: string) => Math.round(Number(amount) * 100)

/** Computes the hash of a line as docs/ledger.md says. */
function hashOf({ id }: Member, line: Line): string {
  const fields = [
    'posting',
    id,
    line.currency,
    line.sequence,
    paise(line.amount),
    paise(line.balance),
    line.createdAt,
    line.kind,
    line.reference,
    line.orderId ?? '',
    line.transferHash,
  ]
  const text = Buffer.from(fields.join('\n'))
  return sha256(Buffer.concat([Buffer.from(line.previousHash, 'hex'), text]))
}

test('evidence on an order names its payment, player, timeline, sessions and sealed lines', async ({
  shop,
  admin,
  item,
  asha,
}) => {
  const earlier = await topUp({ shop, admin, customer: asha })
  const { data: before } = await order(asha, { item })
  const end = (id: string) =>
    admin.call(editOrder, { id, status: 'completed', note: '', reference: '' })
  await end(before._id)
  await asha.call(editNewsByMail, { isOn: false })
  const { id, url } = await placeByUpi(asha, { item })
  const { reference, gatewayPaymentId } = await payAt(shop, url, { payer: 'asha@okbank' })
  await untilOrder(asha, id, 'processing')
  await end(id)
  const disputed = { gateway: 'razorpay', reference, state: 'open' } as const
  const disputeId = await tellBank(shop, disputed)
  await untilDispute(shop, disputeId, 'needs response')
  await seal(shop.sql)

  const { json, hashes, pdf } = await open(admin, getOrderEvidence, id)
  assert.partialDeepStrictEqual(json, {
    format: 'gemstall-evidence-1',
    customer: { id: asha.id, email: asha.email },
    earlierPurchases: { count: 1 },
    order: { id, status: 'completed', amount: '100.00', currency: 'INR' },
    payments: [
      {
        gateway: 'Razorpay',
        reference,
        gatewayPaymentId,
        amount: '100.00',
        payer: 'as…@okbank',
      },
    ],
    disputes: [{ gatewayDisputeId: disputeId, state: 'needs response', amount: '100.00' }],
    seal: { number: 1 },
  })
  assert.ok(json.order.playerId && json.order.buyerAddress)
  assert.deepEqual(
    json.timeline.map(({ status }: { status: string }) => status),
    ['completed'],
  )
  assert.ok(json.sessions[0].address && json.sessions.length > 0)
  assert.partialDeepStrictEqual(json.consents, [
    { purpose: 'news', isGiven: false, source: 'account' },
  ])
  const { data: statement } = await asha.call(getStatement, { currency: 'INR' })
  const ofOrder = statement.lines.filter(({ orderId }) => orderId === id)
  assert.equal(ofOrder.length, 2, 'the money came in and paid for the order')
  assert.deepEqual(
    json.statement.map((line: { sequence: number; hash: string }) => [line.sequence, line.hash]),
    ofOrder.map(({ sequence, hash }) => [sequence, hash]),
  )
  assert.ok(pdf.length < 200_000, `${pdf.length} bytes`)
  const [action] = (await listActions(shop)).filter(({ action }) => action === 'make evidence')
  assert.partialDeepStrictEqual(action, {
    subject: `order ${id}`,
    after: { 'evidence.json': hashes[0], 'evidence.pdf': hashes[1] },
  })

  const ofMoney = await open(admin, getPaymentEvidence, earlier.id)
  assert.equal(ofMoney.json.order, null)
  assert.deepEqual(
    ofMoney.json.statement.map(({ kind, amount }: { kind: string; amount: string }) => [
      kind,
      amount,
    ]),
    [['top-up', '500.00']],
  )
  assert.partialDeepStrictEqual(ofMoney.json.spentOn, [
    { invoice: before.invoiceId, status: 'completed', amount: '100.00' },
  ])
  assert.equal(ofMoney.json.spentOn.length, 1, 'the other order was paid by itself')
  for (const line of json.statement) assert.equal(hashOf(asha, line), line.hash)
  const stranger = await signUp(shop, 'Rohan Rao')
  assert.equal((await fetchFile(stranger, getOrderEvidence, id)).status, 403)
  assert.equal((await fetchFile(admin, getOrderEvidence, asha.id)).status, 404)
  assert.equal((await fetchFile(admin, getPaymentEvidence, id)).status, 404)
})

const DAY_MS = 24 * 60 * 60 * 1000

/** Buys a pack through the gateway, and gets it. */
async function buy({ shop, admin, item }: PackShop, buyer: Buyer) {
  const { id, url } = await placeByUpi(buyer, { item })
  const { reference } = await payAt(shop, url, { payer: 'rohan@okbank' })
  await untilOrder(buyer, id, 'processing')
  await admin.call(editOrder, { id, status: 'completed', note: '', reference: '' })
  return { id, reference }
}

/** The facts of the evidence that are kept for a while only. */
async function readPassing(admin: Member, id: string) {
  const { order, payments, sessions } = (await open(admin, getOrderEvidence, id)).json
  return { address: order.buyerAddress, payer: payments[0].payer, sessions }
}

/** Adds a session that ended too long before the payment to be evidence, and one that began too long after it. */
const addOtherSessions = ({ sql }: PackShop['shop'], { id }: Buyer) => sql`
  insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
  select gen_random_uuid(), ${id}, '', 'Other', '192.0.2.1', now() + begun * interval '1 hour',
    now() + used * interval '1 hour', now() + interval '30 days'
  from (values (-2400, -721), (25, 26)) other (begun, used)`

test('evidence has payer, address and sessions for as long as a dispute can come, and no longer', async (packShop) => {
  const { shop, admin, game } = packShop
  const [kept, erased] = [await makeBuyer(shop, game), await makeBuyer(shop, game)]
  const bought = [await buy(packShop, kept), await buy(packShop, erased)] as const
  const readAll = async () => {
    admin.tokens = (await logIn(admin)).tokens
    return Promise.all(bought.map(({ id }) => readPassing(admin, id)))
  }
  const untilIdle = () =>
    until('the jobs are done', async () => {
      const names = ['clean-up', 'account-deleted']
      return (await shop.sql`select from job where name = any(${names})`).length === 0
    })
  const cleanUp = async (days: number) => {
    shop.wait(days * DAY_MS)
    await addJob(shop, 'clean-up', {})
    await untilIdle()
  }
  const first = await readAll()
  for (const { address, payer, sessions } of first)
    assert.ok(address && payer === 'ro…@okbank' && sessions.length > 0)
  const nothing = { address: null, payer: '', sessions: [] }

  await addOtherSessions(shop, kept)
  await cleanUp(70) // every other rule has ended what it is for
  await cleanUp(529)
  const { reference } = bought[0]
  const disputeId = await tellBank(shop, { gateway: 'razorpay', reference, state: 'open' })
  await untilDispute(shop, disputeId, 'needs response')
  assert.deepEqual(await readAll(), first)
  const left = await shop.sql<{ address: string }[]>`
    select address from session where user_id = ${kept.id}
    union all select address from past_session where user_id = ${kept.id}`
  assert.equal(left.length, first[0]!.sessions.length, 'only what evidence prints is kept')
  const { status } = await (await logIn(erased)).call(deleteUser, {})
  assert.equal(status, 200)
  await untilIdle()
  assert.deepEqual(await readAll(), [first[0], nothing])
  await cleanUp(2)
  assert.deepEqual(await readAll(), [nothing, nothing])
})
