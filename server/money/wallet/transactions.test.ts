import assert from 'node:assert/strict'
import {
  giftBalance,
  listAllTransactions,
  listTransactions,
  type Transaction,
} from '#contract/money/wallet.ts'
import { moveMoney, walletOf, type Line } from '#server/money/ledger/ledger.ts'
import { endow, QUIET, seal, spend } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

type Listed = { transactions: Transaction[]; totalTransactions: number }

async function list(person: Member, query = '', all = '') {
  const answer = await person.send('GET', `/api/v1/transaction${all}?${query}`)
  const { transactions = [], totalTransactions } = (answer.data ?? {}) as Partial<Listed>
  return {
    ...answer,
    transactions,
    totalTransactions,
    prices: transactions.map(({ price }) => price),
  }
}

/** Past movements, as [paise or ten-thousandths of a dollar, currency, time, reference]. */
type Past = [amount: number, currency: 'INR' | 'USD', at: string, reference?: string]

async function remember({ sql }: TestShop, userId: string, past: Past[]): Promise<void> {
  for (const [amount, currency, at, reference] of past) {
    const way = { from: 'house:gifts', to: walletOf(userId) } as const
    const back = { from: way.to, to: way.from }
    const line: Line = { ...(amount > 0 ? way : back), currency, amount: Math.abs(amount) }
    const movement = {
      key: `${userId}:${at}:${amount}`,
      kind: 'adjustment',
      lines: [line],
    } as const
    await sql.begin((tx) =>
      moveMoney(QUIET, tx, {
        ...movement,
        lines: [line],
        now: new Date(at),
        ...(reference ? { reference } : {}),
      }),
    )
  }
}

const test = shareShop(openShop)

/** New people in a shop. */
async function enter(shop: TestShop) {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const rohan = await signUp(shop, 'Rohan Mehta')
  return { shop, admin, asha, rohan }
}

test('customers see only their own transactions, newest first, nine to a page', async (shop) => {
  const { asha, rohan, admin } = await enter(shop)
  for (let count = 1; count <= 20; count++) await endow(shop.sql, asha.id, count * 100)
  await spend(shop.sql, asha.id, 50)
  await endow(shop.sql, rohan.id, 77, 'USD')
  const { data, status } = await asha.call(listTransactions, { page: 1, limit: 9, sort: '-date' })
  assert.equal(status, 200)
  assert.deepEqual(data.totalTransactions, 21)
  assert.equal(data.transactions[0]!.price, -50)
  assert.deepEqual(
    { ...data.transactions[0]!, _id: '', UTR: '', createdAt: '' },
    {
      _id: '',
      userId: asha.id,
      orderId: null,
      UTR: '',
      kind: 'order',
      status: 'success',
      createdAt: '',
      currency: 'INR',
      price: -50,
    },
  )
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(asha, `page=${page}`)))
  assert.deepEqual(
    pages.map(({ transactions }) => transactions.length),
    [9, 9, 3, 0],
  )
  const ids = new Set(pages.flatMap(({ transactions }) => transactions.map(({ _id }) => _id)))
  assert.equal(ids.size, 21)
  assert.deepEqual((await list(rohan)).prices, [0.0077])
  assert.deepEqual((await list(admin)).prices, [])
})

test('transactions are filtered by month, days and status in the shop’s time zone', async (shop) => {
  const { asha } = await enter(shop)
  const year = new Date().getUTCFullYear() - 1
  await remember(shop, asha.id, [
    [100, 'INR', `${year}-01-31T18:29:59.999Z`], // the last moment of January in India
    [200, 'INR', `${year}-01-31T18:30:00.000Z`], // the first of February
    [300, 'INR', `${year}-03-10T00:00:00.000Z`],
    [400, 'USD', `${year}-12-31T23:00:00.000Z`], // the first of January of this year
  ])
  const prices = async (query: string) => (await list(asha, `sort=date&${query}`)).prices
  assert.deepEqual(await prices(''), [1, 2, 3, 0.04])
  assert.deepEqual(await prices(`to=${year}-01-31`), [1])
  assert.deepEqual(await prices(`from=${year}-02-01&to=${year}-02-01`), [2])
  assert.deepEqual(await prices(`from=${year}-02-02`), [3, 0.04])
  assert.deepEqual(await prices(`from=${year}-04-01&to=${year}-03-01`), [])
  assert.deepEqual(await prices('month=jan'), [0.04])
  assert.deepEqual(await prices('status=success'), [1, 2, 3, 0.04])
  for (const status of ['pending', 'failed', 'completed']) {
    const { transactions, totalTransactions } = await list(asha, `status=${status}`)
    assert.deepEqual([transactions, totalTransactions], [[], 0])
  }
})

test('transactions are sorted by price and date, in both directions', async (shop) => {
  const { asha } = await enter(shop)
  await remember(shop, asha.id, [
    [1_000_00, 'INR', '2026-01-01T00:00:00Z'],
    [-5_00, 'INR', '2026-01-02T00:00:00Z'],
    [3_0000, 'USD', '2026-01-03T00:00:00Z'],
    [-2_5000, 'USD', '2026-01-04T00:00:00Z'],
    [7_00, 'INR', '2026-01-05T00:00:00Z'],
  ])
  const prices = async (sort: string) => (await list(asha, `sort=${sort}`)).prices
  assert.deepEqual(await prices('priceLowToHigh'), [-5, -2.5, 3, 7, 1000])
  assert.deepEqual(await prices('priceHighToLow'), [1000, 7, 3, -2.5, -5])
  assert.deepEqual(await prices('date'), [1000, -5, 3, -2.5, 7])
  assert.deepEqual(await prices('-date'), [7, -2.5, 3, -5, 1000])
  assert.deepEqual(await prices('createdAt'), await prices('date'))
  assert.deepEqual(await prices('-createdAt'), await prices('-date'))
  const { prices: second } = await list(asha, 'sort=priceLowToHigh&page=2&limit=2')
  assert.deepEqual(second, [3, 7])
})

test('administrators see all transactions, and find them by reference and email', async (shop) => {
  const { admin, asha, rohan } = await enter(shop)
  await remember(shop, asha.id, [
    [100, 'INR', '2020-01-01T00:00:00Z', 'UPI426601'],
    [200, 'INR', '2020-01-02T00:00:00Z', 'UPI426602'],
  ])
  await remember(shop, rohan.id, [[300, 'USD', '2020-01-03T00:00:00Z', 'upi-9']])
  const { data } = await admin.call(listAllTransactions, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'UTR',
    sort: '-date',
    from: '2020-01-01',
    to: '2020-01-31',
  })
  assert.deepEqual(
    data.transactions.map(({ price, fullName, email, userId }) => [price, fullName, email, userId]),
    [
      [300, 'Rohan Mehta', rohan.email, rohan.id],
      [200, 'Asha Rao', asha.email, asha.id],
      [100, 'Asha Rao', asha.email, asha.id],
    ],
  )
  const find = async (query: string) => (await list(admin, query, '/all')).prices
  assert.deepEqual(await find('search=UPI4266'), [2, 1])
  assert.deepEqual(await find('search=upi426602'), [2])
  assert.deepEqual(await find('search=upi-9&searchIndex=UTR'), [0.03])
  for (const nothing of ['%25', '_', 'UPI%25', '426601'])
    assert.deepEqual(await find(`search=${nothing}`), [])
  assert.deepEqual(await find(`search=${rohan.email.toUpperCase()}&searchIndex=email`), [0.03])
  assert.deepEqual(await find(`search=${asha.email}&searchIndex=email&sort=priceLowToHigh`), [1, 2])
  assert.deepEqual(await find(`search=${asha.email}&searchIndex=email&from=2020-01-02`), [2])
})

/** Movements on twelve days, every third in dollars. */
const twelveDays = (from: number): Past[] =>
  Array.from({ length: 12 }, (_, nth) => [
    100 + from + nth,
    nth % 3 > 0 ? 'INR' : 'USD',
    new Date(Date.UTC(2019, 0, 1 + from + nth)).toISOString(),
  ])

test('pages of one currency’s transactions have no gap, and counts match before and after sealing', async (shop) => {
  const { asha, admin } = await enter(shop)
  await remember(shop, asha.id, twelveDays(0))
  await seal(shop.sql)
  await remember(shop, asha.id, twelveDays(12))
  for (const [currency, count] of [
    ['INR', 16],
    ['USD', 8],
  ] as const)
    for (const sort of ['date', '-date', 'priceLowToHigh', 'createdAt', '-createdAt']) {
      const seen: number[] = []
      for (const page of [1, 2, 3, 4, 5]) {
        const found = await list(
          admin,
          `currency=${currency}&sort=${sort}&limit=5&page=${page}&from=2018-12-01&to=2019-03-01`,
          '/all',
        )
        assert.equal(found.totalTransactions, count)
        for (const one of found.transactions) assert.equal(one.currency, currency)
        seen.push(...found.prices)
      }
      const inOrder = seen.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b))
      assert.deepEqual([seen.length, seen], [count, inOrder])
    }
})

test('an unknown filter of transactions is refused with a clear message', async (shop) => {
  const { admin, asha } = await enter(shop)
  const wrongs = [
    'sort=amount',
    'status=paid',
    'month=foo',
    'month=13',
    'from=yesterday',
    'from=2026-02-31',
    'to=2026-01-01T00:00:00Z',
    'page=0',
    'limit=101',
    'userId=00000000-0000-4000-8000-000000000000',
  ]
  for (const query of wrongs) {
    const { status, errors } = await list(asha, query)
    assert.deepEqual([status, errors[0]?.field], [400, query.split('=')[0]], query)
  }
  assert.equal((await list(asha, 'search=x')).status, 400)
  assert.equal((await list(admin, 'searchIndex=phone', '/all')).status, 400)
})

test('a transaction’s ID reveals nothing, and its reference is the same everywhere', async (shop) => {
  const { admin, asha } = await enter(shop)
  for (let count = 0; count < 3; count++)
    await admin.call(giftBalance, { userId: asha.id, amount: 100 })
  const { transactions: own } = await list(asha)
  const { transactions: all } = await list(admin, `search=${asha.email}&searchIndex=email`, '/all')
  assert.deepEqual(
    own.map(({ _id, UTR }) => [_id, UTR]),
    all.map(({ _id, UTR }) => [_id, UTR]),
  )
  for (const { _id, UTR } of own) {
    assert.match(_id, /^[0-9a-f]{64}$/)
    assert.match(UTR, /^GS[A-Z2-9]{14}$/)
  }
})
