import assert from 'node:assert/strict'
import { walletOf, getBalances, moveMoney, type Line } from './ledger.ts'
import {
  endow,
  makeUsers,
  move,
  openLedger,
  outcomes,
  QUIET,
  spend,
  spendLine,
} from '#tests/support/money/ledger.ts'
import { verifyLedger } from './verify.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import type { Sql } from '#server/platform/db/db.ts'

const test = shareShop((t) => openLedger(t, 20))

const count = async (sql: Sql, table: string) =>
  (await sql<[{ count: number }]>`select count(*) from ${sql(table)}`)[0].count

test('forty of two hundred simultaneous spends succeed if the wallet covers forty', async ({
  sql,
}) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 40 * 25 + 24)
  const counts = await outcomes(Array.from({ length: 200 }, () => spend(sql, asha!, 25)))
  assert.deepEqual(counts, { done: 40, BALANCE_TOO_LOW: 160 })
  assert.deepEqual(await getBalances(sql, asha!), { INR: 24, USD: 0 })
  assert.equal((await verifyLedger(sql)).fault, null)
})

test('transfers in both directions between wallets never deadlock', async ({ sql }) => {
  const people = await makeUsers(sql, 6)
  const pick = () => people[Math.floor(Math.random() * people.length)]!
  await Promise.all(people.map((one) => endow(sql, one, 1_000_000)))
  const exchange = () => {
    const [first, second] = [pick(), pick()]
    const lines: Line[] = [first, second, pick(), pick()].flatMap((one, index, all) => {
      const [from, to] = [walletOf(one), walletOf(all[(index + 1) % 4]!)]
      const currency = 'INR' as const
      return from === to ? [] : [{ from, to, currency, amount: 1 + index }]
    })
    return lines.length === 0
      ? Promise.resolve()
      : move(sql, { kind: 'conversion', lines: lines as [Line, ...Line[]] })
  }
  assert.deepEqual(await outcomes(Array.from({ length: 400 }, exchange)), { done: 400 })
  const balances = await Promise.all(people.map((one) => getBalances(sql, one)))
  assert.equal(
    balances.reduce((sum, { INR }) => sum + INR, 0),
    people.length * 1_000_000,
  )
  assert.equal((await verifyLedger(sql)).fault, null)
})

test('a new wallet is created once by simultaneous transfers', async ({ sql }) => {
  const people = await makeUsers(sql, 8)
  const toAll = (order: string[]) =>
    move(sql, {
      kind: 'gift',
      lines: order.map((one) => ({
        from: 'house:gifts',
        to: walletOf(one),
        currency: 'USD',
        amount: 7,
      })) as [Line, ...Line[]],
    })
  const calls = Array.from({ length: 40 }, (_, index) =>
    toAll(index % 2 === 0 ? people : people.toReversed()),
  )
  assert.deepEqual(await outcomes(calls), { done: 40 })
  for (const one of people) assert.deepEqual(await getBalances(sql, one), { INR: 0, USD: 280 })
})

test('one key sent a hundred times at once moves its money once and gets one answer', async ({
  sql,
}) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 100)
  const lines: [Line, ...Line[]] = [
    spendLine(asha!, 60),
    { from: 'house:coupons', to: 'house:sales', currency: 'INR', amount: 5 },
  ]
  const all = await Promise.all(
    Array.from({ length: 100 }, () => move(sql, { key: `order:${asha!}`, kind: 'order', lines })),
  )
  assert.equal(all.filter(({ isRepeat }) => !isRepeat).length, 1)
  for (const { balances, reference } of all) {
    assert.deepEqual(balances, [
      { from: 40, to: null },
      { from: null, to: null },
    ])
    assert.match(reference, /^GS[A-Z2-9]{14}$/)
  }
  assert.deepEqual(await getBalances(sql, asha!), { INR: 40, USD: 0 })
})

test('reusing a key for another transfer is refused, whatever differs', async ({ sql }) => {
  const [asha, rohan] = await makeUsers(sql, 2)
  await endow(sql, asha!, 1_000)
  await endow(sql, rohan!, 1_000)
  await endow(sql, asha!, 1_000, 'USD')
  const [first, second] = [spendLine(asha!, 60), spendLine(asha!, 5)]
  const orderId = '00000000-0000-4000-8000-000000000001'
  const same = { key: `order:${asha!}`, kind: 'order', lines: [first, second], orderId } as const
  const { reference } = await move(sql, { ...same, lines: [first, second] })
  const others: Parameters<typeof move>[1][] = [
    { ...same, lines: [first] },
    { ...same, lines: [first, second, second] },
    { ...same, lines: [second, first] },
    { ...same, lines: [{ ...first, amount: 61 }, second] },
    { ...same, lines: [first, { ...second, amount: 6 }] },
    { ...same, lines: [{ ...first, from: walletOf(rohan!) }, second] },
    { ...same, lines: [{ ...first, to: 'house:gifts' }, second] },
    { ...same, lines: [{ ...first, currency: 'USD' }, second] },
    { ...same, lines: [{ ...first, from: first.to, to: first.from }, second] },
    { ...same, lines: [first, second], kind: 'refund' },
    { ...same, lines: [first, second], reference: 'UPI1' },
    { key: `order:${asha!}`, kind: 'order', lines: [first, second] },
    { ...same, lines: [first, second], orderId: '00000000-0000-4000-8000-000000000002' },
  ]
  for (const other of others)
    assert.deepEqual(await outcomes([move(sql, other)]), { IDEMPOTENCY_KEY_REUSED: 1 })
  const again = await move(sql, { ...same, lines: [first, second], reference })
  assert.deepEqual([again.isRepeat, again.reference], [true, reference])
  assert.deepEqual(await getBalances(sql, asha!), { INR: 935, USD: 1_000 })
})

test('insufficient money is reported exactly and changes nothing', async ({ sql }) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 10_000)
  const before = await count(sql, 'transfer')
  const words: [Line, string][] = [
    [spendLine(asha!, 10_001), '₹0.01 is missing'],
    [spendLine(asha!, 1_23_456_78 + 10_000), '₹1,23,456.78 is missing'],
    [spendLine(asha!, 1, 'USD'), '$0.0001 is missing'],
    [spendLine(asha!, 125_000, 'USD'), '$12.50 is missing'],
  ]
  for (const [line, missing] of words) {
    const refused = move(sql, { kind: 'order', lines: [spendLine(asha!, 1), line] })
    await assert.rejects(refused, { code: 'BALANCE_TOO_LOW', status: 409 })
    const message = await refused.catch(({ message }: Error) => message)
    const one =
      line.currency === 'INR' ? missing.replace('0.01', '0.02').replace('.78', '.79') : missing
    assert.equal(message, `Your wallet balance is too low: ${one}`)
  }
  assert.equal(await count(sql, 'transfer'), before)
  assert.deepEqual(await getBalances(sql, asha!), { INR: 10_000, USD: 0 })
})

test('a wallet can be emptied to zero, and money received in a transfer can be spent in it', async ({
  sql,
}) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 50)
  const lines: [Line, Line] = [
    { from: 'house:conversion', to: walletOf(asha!), currency: 'INR', amount: 20 },
    spendLine(asha!, 70),
  ]
  const { balances } = await move(sql, { kind: 'conversion', lines })
  assert.deepEqual(balances, [
    { from: null, to: 70 },
    { from: 0, to: null },
  ])
  const before: [Line, Line] = [spendLine(asha!, 1), { ...lines[0], amount: 1 }]
  await assert.rejects(move(sql, { kind: 'conversion', lines: before }), {
    code: 'BALANCE_TOO_LOW',
  })
})

test('transfers without a wallet, a currency or an amount are refused', async ({ sql }) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 1_000)
  const before = await count(sql, 'account')
  const line = spendLine(asha!, 10)
  const wrongs: unknown[] = [
    { ...line, to: 'house:nowhere' },
    { ...line, from: 'wallet:00000000-0000-4000-8000-000000000009' },
    { ...line, to: line.from },
    { ...line, currency: 'EUR' },
    { ...line, amount: 0 },
    { ...line, amount: -5 },
    { ...line, amount: 1.5 },
    { ...line, amount: null },
    { ...line, to: null },
    { ...line, currency: null },
  ]
  for (const wrong of wrongs)
    await assert.rejects(move(sql, { kind: 'order', lines: [line, wrong as Line] }))
  await assert.rejects(move(sql, { kind: 'order', lines: [] as unknown as [Line] }))
  await assert.rejects(move(sql, { kind: 'theft' as 'order', lines: [line] }))
  await assert.rejects(move(sql, { key: '', kind: 'order', lines: [line] }))
  await assert.rejects(move(sql, { key: 'two words', kind: 'order', lines: [line] }))
  await assert.rejects(move(sql, { kind: 'order', reference: '=SUM(A1)', lines: [line] }))
  assert.deepEqual(await getBalances(sql, asha!), { INR: 1_000, USD: 0 })
  assert.equal(await count(sql, 'account'), before)
})

test('a transfer in a failed transaction did not happen', async ({ sql }) => {
  const [asha] = await makeUsers(sql, 1)
  await endow(sql, asha!, 1_000)
  const now = new Date()
  const failing = sql.begin(async (tx) => {
    await moveMoney(QUIET, tx, {
      key: `order:${asha!}`,
      kind: 'order',
      lines: [spendLine(asha!, 10)],
      now,
    })
    throw new Error('changed my mind')
  })
  await assert.rejects(failing, /changed my mind/)
  assert.equal(
    (await move(sql, { key: `order:${asha!}`, kind: 'order', lines: [spendLine(asha!, 10)] }))
      .isRepeat,
    false,
  )
  assert.deepEqual(await getBalances(sql, asha!), { INR: 990, USD: 0 })
})
