import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { getStatement, getStatementFile, type Statement } from '#contract/money/statement.ts'
import { moveMoney, walletOf } from '#server/money/ledger/ledger.ts'
import { endow, QUIET, spend } from '#tests/support/money/ledger.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { shareShop } from '#tests/support/shop/share.ts'

const test = shareShop(openShop)

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Checks the chain as docs/ledger.md tells customers to, without the shop's own code. */
function checkChain({ userId, currency, openingBalance, openingHash, lines }: Statement): void {
  let [balance, hash] = [openingBalance, openingHash]
  for (const line of lines) {
    balance += line.amount
    assert.equal(line.balance, balance)
    const { sequence, amount, createdAt, kind, UTR, orderId, transferHash } = line
    const fields = [
      'posting',
      userId,
      currency,
      sequence,
      amount,
      balance,
      createdAt,
      kind,
      UTR,
      orderId ?? '',
      transferHash,
    ]
    hash = sha256(Buffer.from(hash, 'hex'), fields.join('\n'))
    assert.equal(line.hash, hash)
  }
}

test('customers can recompute the chain of their statements in both currencies', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  for (const currency of ['INR', 'USD'] as const) {
    await endow(shop.sql, asha.id, 1_000_01, currency)
    for (const amount of [1, 250, 99_00]) await spend(shop.sql, asha.id, amount, currency)
    const { data } = await asha.call(getStatement, { currency })
    assert.deepEqual(
      data.lines.map(({ sequence, amount, balance }) => [sequence, amount, balance]),
      [
        [1, 1_000_01, 1_000_01],
        [2, -1, 1_000_00],
        [3, -250, 997_50],
        [4, -99_00, 898_50],
      ],
    )
    assert.deepEqual([data.openingBalance, data.closingBalance], [0, 898_50])
    assert.equal(data.openingHash, '0'.repeat(64))
    assert.equal(data.userId, asha.id)
    checkChain(data)
    assert.throws(() => checkChain({ ...data, lines: data.lines.slice(1) }))
    const edited = data.lines.map((line) => ({ ...line, kind: 'gift' as const }))
    assert.throws(() => checkChain({ ...data, lines: edited } as Statement))
  }
})

test('consecutive statements connect without a gap, even if clocks differ', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const days = ['2026-01-01', '2026-01-02', '2026-01-05', '2026-01-03', '2026-01-06', '2026-02-01']
  for (const [index, day] of days.entries())
    await shop.sql.begin((tx) =>
      moveMoney(QUIET, tx, {
        key: `day:${asha.id}:${index}`,
        kind: 'gift',
        lines: [{ from: 'house:gifts', to: walletOf(asha.id), currency: 'INR', amount: 100 }],
        now: new Date(`${day}T12:00:00+05:30`),
      }),
    )
  const read = async (from: string, to: string) => {
    const { data } = await asha.call(getStatement, { currency: 'INR', from, to })
    checkChain(data)
    const { openingBalance, closingBalance, lines } = data
    return [lines.map(({ sequence }) => sequence), openingBalance, closingBalance]
  }
  assert.deepEqual(await read('2026-01-01', '2026-12-31'), [[1, 2, 3, 4, 5, 6], 0, 600])
  assert.deepEqual(await read('2026-01-02', '2026-01-03'), [[2, 3, 4], 100, 400])
  assert.deepEqual(await read('2026-01-06', '2026-01-31'), [[5], 400, 500])
  assert.deepEqual(await read('2026-01-10', '2026-01-20'), [[], 500, 500])
  assert.deepEqual(await read('2025-01-10', '2025-01-20'), [[], 0, 0])
  assert.deepEqual(await read('2027-01-10', '2027-01-20'), [[], 600, 600])
})

test('a statement belongs to its caller, and is empty without money', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  const rohan = await signUp(shop, 'Rohan Mehta')
  await endow(shop.sql, asha.id, 500)
  const { data } = await rohan.call(getStatement, { currency: 'INR' })
  assert.deepEqual([data.lines, data.closingBalance, data.userId], [[], 0, rohan.id])
  assert.equal((await rohan.send('GET', `/api/v1/wallet/statement?userId=${asha.id}`)).status, 400)
  assert.equal((await rohan.send('GET', '/api/v1/wallet/statement?currency=EUR')).status, 400)
})

async function download({ url, tokens }: Member, query = '') {
  const response = await fetch(`${url}/api/v1${getStatementFile.path}${query}`, {
    headers: { authorization: `Bearer ${tokens.accessToken}` },
  })
  return { response, text: await response.text() }
}

test('the statement file has the same lines with their previous hashes, and opens in spreadsheets', async (shop) => {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 1_000_50)
  await spend(shop.sql, asha.id, 1_00)
  const { data } = await asha.call(getStatement, { currency: 'INR' })
  const { response, text } = await download(asha)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="statement.csv"')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const [first, second] = data.lines
  const start = `${asha.id},INR`
  assert.deepEqual(text.split('\r\n'), [
    'userId,currency,sequence,amount,balance,createdAt,kind,UTR,orderId,transferHash,previousHash,hash',
    `${start},1,1000.50,1000.50,${first!.createdAt},gift,${first!.UTR},,${first!.transferHash},${'0'.repeat(64)},${first!.hash}`,
    `${start},2,-1.00,999.50,${second!.createdAt},order,${second!.UTR},,${second!.transferHash},${first!.hash},${second!.hash}`,
    '',
  ])
  const dollars = await download(asha, '?currency=USD')
  assert.equal(dollars.text.split('\r\n').length, 2)
  const wrong = await download(asha, '?currency=GBP')
  assert.deepEqual([wrong.response.status, JSON.parse(wrong.text).success], [400, false])
})
