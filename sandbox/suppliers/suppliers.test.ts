import assert from 'node:assert/strict'
import { test } from 'node:test'
import { md5 } from './supplier.ts'
import { openSuppliers, seconds } from './testing.ts'

test('Smile.One answers 200 to everything, in each of its wallets', async (t) => {
  const { smile } = await openSuppliers(t)
  for (const [wallet, zoneid] of [
    ['', '2002'],
    ['/br', '2006'],
    ['/ph', '2003'],
    ['/ru', '2007'],
  ] as const) {
    const [status, body] = await smile({ zoneid }, 'getrole', wallet)
    const { data } = body as { data: { username: string } }
    assert.deepEqual([status, body['status'], data.username], [200, 200, 'Player-5678'])
    const [, refusal] = await smile({ zoneid: '2002' }, 'getrole', wallet)
    assert.equal(refusal['status'], wallet === '' ? 200 : 201, wallet)
  }
  for (const [change, code] of [
    [{ userid: '900000001' }, 20003],
    [{ userid: '900000001', zoneid: '' }, 20004],
    [{ userid: 'asha' }, 20003],
    [{ product: '' }, 206],
    [{ uid: '1' }, 205],
    [{ time: seconds(301) }, 205],
    [{ time: '' }, 205],
    [{ sign: 'X' }, 205],
  ] as const) {
    const [status, body] = await smile(change)
    assert.deepEqual([status, body['status']], [200, code], JSON.stringify(change))
  }
  assert.equal((await smile({ userid: '900000008' }))[0], 503)
})

test('MooGold checks body, time, path and partner', async (t) => {
  const { moo } = await openSuppliers(t)
  const player = { 'product-id': '42', 'User ID': '12345678', Server: '1234' }
  assert.deepEqual(await moo('product/validate', { data: player }), [
    200,
    { status: true, message: 'Player found', username: 'Player-5678' },
  ])
  const [, unknown] = await moo('product/validate', { data: { ...player, 'User ID': '900000001' } })
  assert.deepEqual(unknown, { status: false, message: 'Invalid User ID or Server' })
  const [down] = await moo('product/validate', { data: { ...player, 'User ID': '900000008' } })
  assert.equal(down, 503)
  assert.equal((await moo('product/validate', { data: {} }))[1]['err_code'], '113')
  assert.equal((await moo('product/product_detail', {}))[1]['err_code'], '113')
  assert.equal((await moo('user/balance', { path: 'order/create_order' }))[1]['err_code'], '418')
  for (const change of [
    { auth: 'x' },
    { authorization: 'Basic x' },
    { timestamp: seconds(301) },
    { timestamp: 'now' },
  ])
    assert.equal((await moo('user/balance', {}, change))[1]['err_code'], '422')
})

test('UniPin returns a token with the player’s name, and explains refusals', async (t) => {
  const { uni } = await openSuppliers(t)
  const validate = (userid: string) =>
    uni('in-game-topup/user/validate', { game_code: 'legends', fields: { userid } })
  const [, known] = await validate('12345678')
  assert.deepEqual([known['status'], known['username']], [1, 'Player-5678'])
  assert.match(known['validation_token'] as string, /^[0-9a-f-]{36}$/)
  assert.deepEqual((await validate('900000001'))[1], {
    status: 0,
    reason: 'Invalid User ID or Zone ID',
  })
  assert.equal((await validate('900000008'))[0], 503)
  for (const [fields, change, words] of [
    [{}, {}, /Game not found/],
    [{ game_code: 'x' }, { partnerid: 'x' }, /partner/],
    [{ game_code: 'x' }, { path: '/in-game-topup/detail' }, /path/],
    [{ game_code: 'x' }, { auth: 'x' }, /auth/],
    [{ game_code: 'x' }, { timestamp: seconds(301) }, /timestamp/],
  ] as const) {
    const [status, body] = await uni('in-game-topup/detail', fields, change)
    assert.deepEqual([status, body['status']], [200, 0])
    assert.match((body['error'] as { message: string }).message, words)
  }
})

test('SEAGM accepts a signature for two minutes', async (t) => {
  const { sea } = await openSuppliers(t)
  assert.equal((await sea('/v1/me'))[1]['code'], 200)
  const [, { data }] = await sea('/v1/recharge-categories/legends/recharge-types')
  assert.equal((data as { name: string }[])[0]!.name, 'legends 1001')
  for (const [change, refusal, code] of [
    [{ uid: '1' }, 401, 20002],
    [{ signature: 'x' }, 409, 20003],
    [{ timestamp: seconds(121) }, 401, 20004],
  ] as const) {
    const [status, body] = await sea('/v1/me', change)
    const { info_code } = body['error_info'] as { info_code: number }
    assert.deepEqual([status, info_code], [refusal, code])
  }
})

test('G2Bulk answers player lookups without a key, and unknown players with 400', async (t) => {
  const { shop, ask, post } = await openSuppliers(t)
  const check = (user_id: unknown, game: unknown = 'mlbb') =>
    post(`${shop.g2bulk.url}/v1/games/checkPlayerId`, { game, user_id })
  assert.deepEqual(await check('12345678'), [
    200,
    { valid: 'valid', name: 'Player-5678', openid: '' },
  ])
  assert.deepEqual(await check('900000001'), [400, { valid: 'invalid', name: '', openid: '' }])
  assert.equal((await check('900000008'))[0], 503)
  assert.deepEqual(await check('12345678', ''), [
    400,
    { success: false, message: 'Failed to parse request body' },
  ])
  for (const path of ['/v1/getMe', '/v1/games/mlbb/catalogue'])
    assert.deepEqual(await ask(`${shop.g2bulk.url}${path}`, { headers: { 'x-api-key': 'x' } }), [
      401,
      { success: false, message: 'Invalid API key' },
    ])
})

test('Lapakgaming and Digiflazz refuse with their own messages', async (t) => {
  const { shop, ask, post } = await openSuppliers(t)
  assert.deepEqual(await ask(`${shop.lapakgaming.url}/api/balance`), [
    401,
    { code: 'UNAUTHORIZED', data: null },
  ])
  const authorization = `Bearer ${shop.lapakgaming.apiKey}`
  const [, nothing] = await ask(`${shop.lapakgaming.url}/api/product`, {
    headers: { authorization },
  })
  assert.equal(nothing['code'], 'PRODUCT_NOT_FOUND')

  const username = shop.digiflazz.username
  const signOf = (word: string) => md5(`${username}${shop.digiflazz.apiKey}${word}`)
  const rcOf = async (path: string, fields: object) => {
    const [, { data }] = await post(`${shop.digiflazz.url}/v1${path}`, { username, ...fields })
    return (data as { rc?: string }).rc
  }
  assert.equal(await rcOf('/cek-saldo', { sign: signOf('depo') }), undefined)
  assert.equal(await rcOf('/cek-saldo', { sign: signOf('pricelist') }), '41')
  assert.equal(await rcOf('/cek-saldo', { sign: signOf('depo').toUpperCase() }), '41')
  assert.equal(await rcOf('/cek-saldo', { username: 'x', sign: signOf('depo') }), '41')
  assert.equal(await rcOf('/price-list', { cmd: 'pasca', sign: signOf('pricelist') }), '40')
})

test('each supplier is on the switchboard and has its own faults', async (t) => {
  const { url, shop, ask, smile, moo, breakIt } = await openSuppliers(t)
  const page = await (await fetch(url)).text()
  for (const name of [
    'Smile.One',
    'MooGold',
    'UniPin',
    'SEAGM',
    'Lapakgaming',
    'G2Bulk',
    'Digiflazz',
  ])
    assert.ok(page.includes(`(${name})`), name)
  await breakIt({ target: 'smileone', kind: 'error' })
  assert.equal((await smile())[0], 503)
  assert.equal((await moo('user/balance', {}))[0], 200)
  await breakIt({ target: 'g2bulk', kind: 'drop-reply' })
  await assert.rejects(ask(`${shop.g2bulk.url}/v1/getMe`), TypeError)
})
