import assert from 'node:assert/strict'
import { reauthenticate } from '#contract/accounts/auth.ts'
import { editUser } from '#contract/accounts/users.ts'
import { randomUUID } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  checkBulk,
  getBulk,
  getBulkFile,
  listBulks,
  startBulk,
  stopBulk,
} from '#contract/resellers/bulk.ts'
import { editItem } from '#contract/catalogue/games.ts'
import { toRequest } from '#contract/core/request.ts'
import {
  fileOf,
  HEAD,
  holdBack,
  placeFile,
  PLAYER,
  untilTried,
} from '#tests/support/resellers/bulk.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { PASSWORD, signUp, type Member } from '#tests/support/accounts/people.ts'
import { makeReseller, openResale, orderByApiClient } from '#tests/support/resellers/api-clients.ts'
import { until } from '#tests/support/shop/wait.ts'

async function open(t: TestContext) {
  const resale = await openResale(t)
  const { reseller, apiClient } = await resale.enter({ INR: 500_00 })
  return { ...resale, reseller, apiClient }
}

async function untilEnded(reseller: Member, id: string) {
  const read = async () => (await reseller.call(getBulk, { id })).data
  await until('the file is placed', async () => (await read()).state !== 'running')
  return read()
}

async function readFile(reseller: Member, id: string): Promise<string[]> {
  const { address } = toRequest(getBulkFile, { id })
  const headers = { authorization: `Bearer ${reseller.tokens.accessToken}` }
  const response = await fetch(reseller.url + address, { headers })
  assert.match(response.headers.get('content-disposition')!, /result\.csv/)
  return (await response.text()).trim().split('\r\n')
}

test('a dry run says why each bad line would fail and what the rest costs, and buys nothing', async (t) => {
  const { shop, admin, productId, game, reseller, apiClient } = await open(t)
  const zoned = await makeItem(
    admin,
    await makeGame(admin, { inputFieldTwo: 'Sea', inputFieldTwoOption: ['Asia', 'Europe'] }),
  )
  const last = await makeItem(admin, game, { quantity: 1 })
  const gone = await makeItem(admin, game, { itemAvailablity: false })
  await orderByApiClient(apiClient, { productId, reference: 'known' })
  const lines: [line: string, problem: RegExp | null][] = [
    [`${productId},${PLAYER},,mine-1`, null],
    [`${productId.toUpperCase()},${PLAYER},,`, null],
    [`,${PLAYER},,`, /product ID is missing/],
    [`60 Opals,${PLAYER},,`, /Unknown product ID/],
    [`${randomUUID()},${PLAYER},,`, /Product not found/],
    [`${productId},,,`, /player ID is missing/],
    [`${productId},1.23E+08,,`, /shortened/],
    [`${productId},<script>,,`, /characters/],
    [`${productId},${PLAYER},,mine-1`, /Line 2 has the same reference/],
    [`${productId},${PLAYER},,known`, /already/],
    [`${productId},${PLAYER},,two words`, /A reference can have/],
    [`${zoned._id},${PLAYER},,`, /./],
    [`${zoned._id},${PLAYER},Mars,`, /./],
    [`${zoned._id},${PLAYER},Asia,`, null],
    [`${last._id},${PLAYER},,`, null],
    [`${last._id},${PLAYER},,`, /isn’t enough/],
    [`${gone._id},${PLAYER},,`, /isn’t available/],
  ]
  const { data } = await reseller.call(checkBulk, fileOf(...lines.map(([line]) => line)))
  for (const [index, [line, problem]] of lines.entries()) {
    const found = data.lines[index]!
    assert.equal(found.line, index + 2)
    if (problem) assert.match(found.problem ?? 'fine', problem, line)
    else assert.equal(found.problem, null, line)
  }
  assert.deepEqual(
    [data.fineCount, data.total, data.balance],
    [4, 90_00 + 90_00 + 100_00 + 100_00, 410_00],
  )
  assert.equal((await shop.sql`select from orders`).length, 1)
  assert.equal((await shop.sql`select from bulk`).length, 0)
})

test('an invalid file is refused with the reason and the line', async (t) => {
  const { reseller, productId } = await open(t)
  const many = Array.from({ length: 1_001 }, () => `${productId},${PLAYER},,`)
  const files: [csv: string, words: RegExp][] = [
    ['\r\n\r\n', /empty/],
    [HEAD, /no order/],
    ['name,player\r\nx,1', /Line 1: the column productId is missing/],
    [`${HEAD}\r\n${productId},"open`, /Line 2: A quotation mark/],
    [[HEAD, ...many].join('\n'), /1,001 orders.*at most 1,000/],
  ]
  for (const [csv, words] of files) {
    const { status, message } = await reseller.call(checkBulk, { ...fileOf(), csv })
    assert.equal(status, 400, message)
    assert.match(message, words)
  }
  const long = { ...fileOf(), csv: 'x'.repeat(300_001) }
  const { status, message } = await reseller.send('POST', '/api/v1/api-service/bulk/check', long)
  assert.deepEqual([status, message], [400, 'This file is too large'])
})

test('a file of a reseller with a spending lock needs the password, unless the session is new', async (t) => {
  const { shop, productId, reseller } = await open(t)
  await reseller.call(editUser, { spendingLock: 1_000_00 })
  const file = { ...fileOf(`${productId},${PLAYER},,`), name: 'a.csv', totalMax: 500 }
  shop.wait(11 * 60_000)
  assert.equal((await reseller.call(startBulk, file)).code, 'PASSWORD_NEEDED')
  await reseller.call(reauthenticate, { password: PASSWORD })
  assert.equal((await reseller.call(startBulk, file)).status, 200)
})

test('a reseller has at most three bulk orders running, and starting another is refused', async (t) => {
  const { shop, productId, reseller } = await open(t)
  await shop.sql.unsafe(`
    create function an_hour_later() returns trigger language plpgsql as
      'begin new.run_at := new.run_at + interval ''1 hour''; return new; end';
    create trigger an_hour_later before insert on job for each row
      when (new.name = 'place-bulk') execute function an_hour_later()`)
  const file = { ...fileOf(`${productId},${PLAYER},,`), name: 'a.csv', totalMax: 500 }
  const start = () => reseller.call(startBulk, file)
  const answers = await Promise.all(Array.from({ length: 8 }, start))
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.equal(answers.filter(({ code }) => code === 'TOO_MANY_BULKS').length, 5)
})

test('a file sent many times is placed once, and each line shows its outcome', async (t) => {
  const { shop, admin, game, productId, reseller } = await open(t)
  const file = fileOf(
    ...Array.from({ length: 5 }, (_, index) => `${productId};${PLAYER};;mine-${index}`),
    `${productId};;;`,
    `${productId};${PLAYER};;`,
  )
  const input = { ...file, csv: `\u{feff}${file.csv.replaceAll(',', ';')}`, name: 'a.csv' }
  const dear = await reseller.call(startBulk, { ...input, totalMax: 539 })
  assert.deepEqual([dear.status, dear.code], [409, 'PRICE_CHANGED'])
  reseller.headers['idempotency-key'] = 'once'
  const [one, other] = await Promise.all([
    reseller.call(startBulk, { ...input, totalMax: 540 }),
    reseller.call(startBulk, { ...input, totalMax: 540 }),
  ])
  delete reseller.headers['idempotency-key']
  assert.equal(one.data._id, other.data._id)
  const bulk = await untilEnded(reseller, one.data._id)
  assert.deepEqual(
    [bulk.state, bulk.done, bulk.total, bulk.placedCount, bulk.refusedCount],
    ['done', 7, 7, 5, 2],
  )
  assert.deepEqual(
    bulk.refused.map(({ line, words }) => [line, words]),
    [
      [7, 'The player ID is missing'],
      [8, 'Your wallet balance is too low: ₹40.00 is missing'],
    ],
  )
  const [head, ...rows] = await readFile(reseller, bulk._id)
  assert.match(head!, /line,result,reference/)
  assert.equal(rows.length, 7)
  assert.match(rows[0]!, new RegExp(`^2,placed,mine-0,${productId},.*,INR,90.00,[0-9a-f-]{36},$`))
  assert.match(rows[6]!, /^8,refused,bulk-.*balance is too low/)
  assert.equal((await shop.sql`select from reseller_order`).length, 5)
  assert.equal((await reseller.call(listBulks, {})).data.length, 1)

  const again = await reseller.call(startBulk, { ...input, totalMax: 540 })
  assert.equal(again.data.refusedCount, 6, 'their references are orders by now')
  await untilEnded(reseller, again.data._id)

  const stranger = await makeReseller(shop, admin, {})
  assert.equal((await stranger.call(getBulk, { id: bulk._id })).code, 'NO_SUCH_BULK')
  assert.equal((await stranger.call(stopBulk, { id: bulk._id })).code, 'NO_SUCH_BULK')
  assert.equal(
    (await signUp(shop, 'Asha Rao').then((asha) => asha.call(listBulks, {}))).status,
    403,
  )

  const pack = await makeItem(admin, game)
  const test = fileOf(`${pack._id},${PLAYER},,`, `${pack._id},900000001,,`)
  const played = await untilEnded(
    stranger,
    (await placeFile(stranger, { ...test, isTest: true }))._id,
  )
  assert.equal(played.isTest && played.placedCount, 2)
  assert.equal((await shop.sql`select from reseller_order`).length, 5)

  const gone = await stranger.call(deleteUser, {})
  assert.equal(gone.status, 200, gone.message)
  await until('nothing is kept of who is gone', async () => {
    const kept = await shop.sql`select from bulk where user_id = ${stranger.id}`
    return kept.length === 0
  })
})

test('no line costs more than was shown, and stopping a bulk order places no further line', async (t) => {
  const { shop, admin, item, productId, reseller } = await open(t)
  const file = fileOf(...['a', 'b', 'c'].map((name) => `${productId},${PLAYER},,${name}`))
  const dear = await holdBack(shop, reseller, async () => {
    const bulk = await placeFile(reseller, file)
    await untilTried(shop, bulk)
    await admin.call(editItem, { itemId: item._id, resellerSellingPrice: 90_01 })
    return bulk
  })
  const { refused, placedCount } = await untilEnded(reseller, dear._id)
  assert.equal(placedCount, 0)
  for (const { words } of refused) assert.match(words, /price/i)

  const left = await holdBack(shop, reseller, async () => {
    const bulk = await placeFile(reseller, file)
    await untilTried(shop, bulk)
    await reseller.call(stopBulk, { id: bulk._id })
    return bulk
  })
  await until('the line in hand is placed', async () => {
    const { data } = await reseller.call(getBulk, { id: left._id })
    return data.done === 1
  })
  const [, ...rows] = await readFile(reseller, left._id)
  assert.deepEqual(
    rows.map((row) => row.split(',')[1]),
    ['placed', 'stopped', 'stopped'],
  )
  assert.equal((await shop.sql`select from reseller_order`).length, 1)
})
