import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { deleteUser } from '#contract/accounts/auth.ts'
import { findUser, getUser, listUsers } from '#contract/accounts/users.ts'
import {
  giftBalance,
  giftForeignBalance,
  listAllTransactions,
  listTransactions,
} from '#contract/money/wallet.ts'
import { verifyLedger } from '#server/money/ledger/verify.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { spend } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin, tally, type Member } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openShop)

const people = async (shop: TestShop) => ({
  admin: await signUpAdmin(shop),
  asha: await signUp(shop, 'Asha Rao'),
})

const listActionsOn = async (shop: TestShop, { id }: Member) =>
  (await listActions(shop)).filter(({ subject }) => subject === `user ${id}`)

const LIST = { page: 1, limit: 9, sort: '-date' } as const

const count = async ({ sql }: TestShop, table: string) =>
  (await sql<[{ count: number }]>`select count(*) from ${sql(table)}`)[0].count

test('a gift appears in the wallet, the history, every list and the audit log', async (shop) => {
  const { admin, asha } = await people(shop)
  const { data: before } = await asha.call(getUser, {})
  assert.deepEqual([before.balance, before.USDbalance], [0, 0])
  const rupees = await admin.call(giftBalance, {
    userId: asha.id,
    amount: 1_250_50,
    reason: ' Late delivery ',
  })
  assert.deepEqual([rupees.status, rupees.message], [200, 'Balance gifted'])
  assert.deepEqual(rupees.data, { balance: 1_250_50, USDbalance: 0, otherBalances: [] })
  const dollars = await admin.call(giftForeignBalance, { userId: asha.id, amount: 12_3456 })
  assert.deepEqual(dollars.data, {
    balance: 1_250_50,
    USDbalance: 12_3456,
    otherBalances: [],
  })

  const { data: wire } = await asha.send('GET', '/api/v1/user')
  assert.partialDeepStrictEqual(wire, { balance: 1250.5, USDbalance: 12.3456 })
  const seen = await admin.call(findUser, { id: asha.id })
  assert.deepEqual([seen.data.balance, seen.data.USDbalance], [1_250_50, 12_3456])
  const { data: list } = await admin.call(listUsers, {
    page: 1,
    limit: 10,
    search: asha.email,
    searchIndex: 'email',
    sort: '-createdAt',
  })
  assert.deepEqual([list.users[0]!.balance, list.users[0]!.USDbalance], [1_250_50, 12_3456])

  const { data: history } = await asha.call(listTransactions, LIST)
  assert.deepEqual(
    history.transactions.map(({ price, currency, kind, orderId }) => [
      price,
      currency,
      kind,
      orderId,
    ]),
    [
      [12_3456, 'USD', 'gift', null],
      [1_250_50, 'INR', 'gift', null],
    ],
  )
  const all = await admin.call(listAllTransactions, {
    ...LIST,
    search: asha.email,
    searchIndex: 'email',
  })
  assert.deepEqual(
    all.data.transactions.map(({ reason }) => reason),
    [null, 'Late delivery'],
  )
  const own = await asha.send('GET', '/api/v1/transaction')
  assert.ok(!JSON.stringify(own.data).includes('Late delivery'))
  const [first, second] = history.transactions
  assert.deepEqual(
    (await listActionsOn(shop, asha)).map(({ action, subject, userId, before, after }) => [
      action,
      subject,
      userId,
      before,
      after,
    ]),
    [
      [
        'gift balance',
        `user ${asha.id}`,
        admin.id,
        { balance: 0 },
        {
          balance: 1_250_50,
          amount: 1_250_50,
          currency: 'INR',
          UTR: second!.UTR,
          reason: 'Late delivery',
        },
      ],
      [
        'gift USD balance',
        `user ${asha.id}`,
        admin.id,
        { balance: 0 },
        { balance: 12_3456, amount: 12_3456, currency: 'USD', UTR: first!.UTR },
      ],
    ],
  )
})

const TABLES = ['transfer', 'idempotency', 'gift_reason', 'audit']

test('an empty, zero, negative, too precise or too large gift is refused with a clear message', async (shop) => {
  const { admin, asha } = await people(shop)
  const { id: userId } = asha
  const wrongs: [path: string, body: unknown, message: string][] = [
    ['gift', { userId }, 'Please enter amount'],
    ['gift', { userId, amount: '' }, 'Please enter amount'],
    ['gift', { userId, amount: null }, 'Please enter amount'],
    ['gift', { userId, amount: '5' }, 'Please enter amount'],
    ['gift', { userId, amount: 0 }, 'Please enter amount'],
    ['giftUSD', { userId, amount: 0 }, 'Please enter amount'],
    ['gift', { userId, amount: -5 }, 'An amount can’t be negative'],
    ['gift', { userId, amount: 1.005 }, 'Rupees can have at most two decimals'],
    ['giftUSD', { userId, amount: 1.00005 }, 'An amount can have at most four decimals'],
    ['gift', { userId, amount: 1e12 }, 'This amount is too large'],
    ['gift', { userId, amount: 5, reason: ' ' }, 'Enter a reason'],
    ['gift', { userId: 'asha', amount: 5 }, 'Nothing was found with this id'],
    ['gift', { userId, amount: 5, currency: 'USD' }, 'Unknown field: currency'],
    [
      'gift',
      { userId, amount: 5, idempotencyKey: 'two words' },
      'An idempotency key can have 1 to 200 visible characters',
    ],
  ]
  const countAll = () => Promise.all(TABLES.map((table) => count(shop, table)))
  const before = await countAll()
  for (const [path, body, message] of wrongs) {
    const answer = await admin.send('POST', `/api/v1/wallet/${path}`, body)
    assert.deepEqual([answer.status, answer.message], [400, message], JSON.stringify(body))
  }
  const nobody = await admin.call(giftBalance, { userId: randomUUID(), amount: 500 })
  assert.deepEqual([nobody.status, nobody.code], [404, 'NO_SUCH_USER'])
  assert.deepEqual(await countAll(), before)
})

for (const way of ['header', 'field'])
  test(`a gift sent a hundred times with one key in the ${way} is given once`, async (shop) => {
    const { admin, asha } = await people(shop)
    const key = randomUUID()
    const before = await count(shop, 'gift_reason')
    if (way === 'header') admin.headers['idempotency-key'] = key
    const gift = {
      userId: asha.id,
      amount: 500,
      reason: 'Once',
      ...(way === 'field' ? { idempotencyKey: key } : {}),
    }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => admin.call(giftBalance, gift)),
    )
    assert.deepEqual(tally(answers), { 200: 100 })
    for (const { data } of answers)
      assert.deepEqual(data, { balance: 500, USDbalance: 0, otherBalances: [] })
    assert.equal((await asha.call(getUser, {})).data.balance, 500)
    assert.equal((await listActionsOn(shop, asha)).length, 1)
    assert.equal(await count(shop, 'gift_reason'), before + 1)
    const other = await admin.call(giftBalance, { ...gift, amount: 501 })
    assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

test('a gift’s key prevents repeats even after its stored answer was deleted', async (shop) => {
  const { admin, asha } = await people(shop)
  admin.headers['idempotency-key'] = 'monday'
  await admin.call(giftBalance, { userId: asha.id, amount: 500 })
  await shop.sql`delete from idempotency`
  assert.deepEqual((await admin.call(giftBalance, { userId: asha.id, amount: 500 })).data, {
    balance: 500,
    USDbalance: 0,
    otherBalances: [],
  })
  await shop.sql`delete from idempotency`
  const other = await admin.call(giftBalance, { userId: asha.id, amount: 900 })
  assert.deepEqual([other.status, other.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  const dollars = await admin.call(giftForeignBalance, { userId: asha.id, amount: 900 })
  assert.deepEqual(dollars.data, { balance: 500, USDbalance: 900, otherBalances: [] })
  assert.equal((await listActionsOn(shop, asha)).length, 2)
})

test('two administrators can use the same key for different gifts', async (shop) => {
  const { admin, asha } = await people(shop)
  const other = await signUpAdmin(shop, 'Ravi Admin')
  for (const one of [admin, other]) {
    one.headers['idempotency-key'] = 'same'
    await one.call(giftBalance, { userId: asha.id, amount: 500 })
  }
  assert.equal((await asha.call(getUser, {})).data.balance, 1_000)
})

test('an account with money cannot be deleted, and an empty one can', async (shop) => {
  const { admin, asha } = await people(shop)
  await admin.call(giftBalance, { userId: asha.id, amount: 1 })
  await admin.call(giftForeignBalance, { userId: asha.id, amount: 1 })
  const refused = async () => {
    const { status, code } = await asha.call(deleteUser, {})
    assert.deepEqual([status, code], [409, 'WALLET_NOT_EMPTY'])
  }
  await refused()
  await spend(shop.sql, asha.id, 1)
  await refused()
  await spend(shop.sql, asha.id, 1, 'USD')
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  assert.equal((await admin.call(giftBalance, { userId: asha.id, amount: 5 })).code, 'NO_SUCH_USER')
  assert.equal((await verifyLedger(shop.sql)).fault, null)
})

test('only one of a simultaneous gift and deletion succeeds', async (shop) => {
  const { admin } = await people(shop)
  for (let round = 0; round < 15; round++) {
    const asha = await signUp(shop, 'Asha Rao')
    const [gift, deletion] = await Promise.all([
      admin.call(giftBalance, { userId: asha.id, amount: 700 }),
      asha.call(deleteUser, {}),
    ])
    assert.ok(
      (gift.status === 200 && deletion.status === 409) ||
        (gift.status === 404 && deletion.status === 200),
      `${gift.status} ${deletion.status}`,
    )
  }
})
