// Answers that real suppliers give and the sandbox never does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import type { PlayerVerdict, Supplier } from '#connectors/suppliers/supplier.ts'
import { createG2Bulk } from './g2bulk/g2bulk.ts'
import { createMooGold } from './moogold/moogold.ts'
import { createSmileOne } from './smileone/smileone.ts'
import { createUniPin } from './unipin/unipin.ts'

const PLAYER = { game: 'game', region: '', serviceId: '', playerId: '12345678', zoneId: '1234' }
const known = (name: string): PlayerVerdict => ({ is: 'known', name })
const UNKNOWN: PlayerVerdict = { is: 'unknown' }
const ELSEWHERE: PlayerVerdict = { is: 'elsewhere' }

type Case = { says: unknown; status?: number; means: PlayerVerdict | RegExp }
type Company = { create: (url: string) => Supplier; fields?: unknown; cases: Case[] }

const NO_JSON = '<html><title>Just a moment…</title></html>'

const COMPANIES: Record<string, Company> = {
  'Smile.One': {
    create: (url) => createSmileOne({ url, uid: '1', email: 'me@example.com', key: 'key' }),
    cases: [
      { says: { status: 200, data: { username: 'Asha', zone: 1 } }, means: known('Asha') },
      { says: { status: 200, username: 'Asha' }, means: known('Asha') },
      { says: { status: '20003', message: 'USER ID ou Zone ID' }, means: UNKNOWN },
      { says: { status: 20004 }, means: UNKNOWN },
      { says: { status: 201, message: 'country' }, means: ELSEWHERE },
      { says: { status: 205, message: 'sign error' }, means: /205: sign error/ },
      { says: { status: 200, data: {} }, means: /username/ },
      { says: NO_JSON, means: /answered 200, and not in JSON/ },
      { says: NO_JSON, status: 502, means: /answered 502/ },
    ],
  },
  MooGold: {
    create: (url) => createMooGold({ url, partnerId: 'me', secretKey: 'key' }),
    fields: { Variation: [], fields: ['UID', 'Zone ID'] },
    cases: [
      { says: { status: true, message: 'ok', username: 'Asha' }, means: known('Asha') },
      { says: { status: 'true', message: 'ok', username: 'Asha' }, means: known('Asha') },
      { says: { status: false, message: 'Invalid User ID' }, means: UNKNOWN },
      { says: { status: true, message: 'ok' }, means: /no name: ok/ },
      { says: { status: false, message: 'Validation is off' }, means: /no name: Val/ },
      { says: { status: false, err_code: 433, err_message: 'IP' }, means: /433/ },
      {
        says: { code: 'rest_no_route', message: 'No route', data: { status: 404 } },
        status: 404,
        means: /rest_no_route/,
      },
      { says: NO_JSON, means: /not in JSON/ },
    ],
  },
  UniPin: {
    create: (url) => createUniPin({ url, partnerId: 'me', secretKey: 'key' }),
    fields: {
      status: 1,
      reason: 'Successful',
      denominations: [],
      fields: [{ name: 'UID' }, { name: 'Zone ID' }],
    },
    cases: [
      { says: { status: 1, username: 'Asha', validation_token: 'x' }, means: known('Asha') },
      { says: { status: 0, reason: 'Invalid User ID' }, means: UNKNOWN },
      { says: { status: 0, error: { message: 'Player not found' } }, means: UNKNOWN },
      { says: { status: 0, reason: 'Invalid auth signature' }, means: /Invalid auth/ },
      { says: { status: 0, error: { message: 'Game not found' } }, means: /Game not found/ },
      { says: { status: 0 }, means: /UniPin refused/ },
      { says: { status: 1 }, means: /username/ },
      { says: NO_JSON, means: /not in JSON/ },
    ],
  },
  G2Bulk: {
    create: (url) => createG2Bulk({ url, apiKey: 'key' }),
    cases: [
      { says: { valid: 'valid', name: 'Asha', openid: '1' }, means: known('Asha') },
      { says: { valid: 'invalid', name: '' }, status: 400, means: UNKNOWN },
      { says: { success: false, message: 'Bad game' }, status: 400, means: /400: Bad game/ },
      { says: { success: false, message: 'Slow down' }, status: 429, means: /429: Slow down/ },
      { says: { valid: 'valid', name: '' }, means: /without a name/ },
      { says: { valid: 'invalid', name: '' }, means: /answered 200/ },
      { says: NO_JSON, means: /not in JSON/ },
    ],
  },
}

for (const [name, { create, fields, cases }] of Object.entries(COMPANIES))
  test(`${name}’s verdict on a player is accepted, and any other answer counts as no verdict`, async (t) => {
    for (const { says, status = 200, means } of cases) {
      const { url, heard } = await openCompany(t, ({ path }) =>
        path.endsWith('detail') ? { body: fields } : { status, body: says },
      )
      const answer = create(url).validatePlayer!(PLAYER)
      if (means instanceof RegExp) await assert.rejects(answer, means)
      else assert.deepEqual(await answer, means)
      if (fields) assert.match(heard.at(-1)!.body, /"UID":"12345678","Zone ID":"1234"/)
    }
  })

test('the fields of a game are fetched once, and again after a failure', async (t) => {
  let isDown = true
  const { url, heard } = await openCompany(t, ({ path }) => {
    if (isDown) return { status: 503, body: {} }
    if (path.endsWith('product_detail')) return { body: { Variation: [], fields: ['User ID'] } }
    return { body: { status: true, username: 'Asha' } }
  })
  const moogold = createMooGold({ url, partnerId: 'me', secretKey: 'key' })
  await assert.rejects(moogold.validatePlayer!(PLAYER), /503/)
  isDown = false
  await moogold.validatePlayer!(PLAYER)
  await moogold.validatePlayer!({ ...PLAYER, zoneId: '' })
  await moogold.validatePlayer!({ ...PLAYER, game: 'other' })
  assert.deepEqual(
    heard.map(({ path }) => path.split('/').at(-1)),
    ['product_detail', 'product_detail', 'validate', 'validate', 'product_detail', 'validate'],
  )
})

test('G2Bulk is not asked again with a key that it refused', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ status: 401, body: { success: false } }))
  const g2bulk = createG2Bulk({ url, apiKey: 'wrong' })
  await assert.rejects(g2bulk.readBalance!(), /401/)
  await assert.rejects(g2bulk.readBalance!(), /no longer asks/)
  await assert.rejects(g2bulk.listProducts({ game: 'mlbb', region: '' }), /no longer asks/)
  assert.equal(heard.length, 1)
})
