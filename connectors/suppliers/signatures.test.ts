// Expected values come from the suppliers' documentation, not from this code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCompany } from '#tests/support/network/company.ts'
import { createDigiflazz } from './digiflazz/digiflazz.ts'
import { createG2Bulk } from './g2bulk/g2bulk.ts'
import { createLapakgaming } from './lapakgaming/lapakgaming.ts'
import { createMooGoldAsk } from './moogold/moogold-call.ts'
import { createSeagm } from './seagm/seagm.ts'
import { createSmileOne } from './smileone/smileone.ts'
import { createUniPinAsk } from './unipin/unipin-call.ts'
import { patience } from '#connectors/request-json.ts'

const at = (seconds: number) => () => seconds * 1000
const NEW_YEAR = at(1_767_225_600)
const refuse = () => ({ status: 400, body: {} })

test('a Smile.One request is a form signed before encoding, sent to the wallet of the country', async (t) => {
  const { url, heard } = await openCompany(t, refuse)
  const credentials = {
    url,
    uid: '1000001',
    email: 'merchant@example.com',
    key: 'smile_key_test',
  }
  const player = { playerId: '12345678', zoneId: '1234', serviceId: '13&23' }
  const { validatePlayer } = createSmileOne(credentials, NEW_YEAR)
  await assert.rejects(validatePlayer!({ game: 'mobilelegends', region: 'PH', ...player }))
  await assert.rejects(validatePlayer!({ game: 'mobilelegends', region: '', ...player }))

  const [abroad, home] = heard
  assert.deepEqual(
    [abroad!.method, abroad!.path, home!.path],
    ['POST', '/ph/smilecoin/api/getrole', '/smilecoin/api/getrole'],
  )
  assert.match(abroad!.headers['content-type']!, /^application\/x-www-form-urlencoded/)
  assert.deepEqual(Object.fromEntries(new URLSearchParams(abroad!.body)), {
    uid: '1000001',
    email: 'merchant@example.com',
    product: 'mobilelegends',
    time: '1767225600',
    userid: '12345678',
    zoneid: '1234',
    productid: '13',
    sign: 'cae6f0a211d8109562fc1f2c7bbcd95a',
  })
})

test('a MooGold request signs its exact body, time and path', async (t) => {
  const { url, heard } = await openCompany(t, refuse)
  const credentials = { url, partnerId: 'PARTNER1', secretKey: 'moo_secret_test' }
  const ask = createMooGoldAsk(credentials, NEW_YEAR)
  await ask('order/order_detail', { order_id: '123456' }, patience())

  const [{ method, path, headers, body }] = heard as [(typeof heard)[0]]
  assert.deepEqual([method, path], ['POST', '/wp-json/v1/api/order/order_detail'])
  assert.equal(body, '{"path":"order/order_detail","order_id":"123456"}')
  assert.deepEqual(
    [headers.authorization, headers['timestamp'], headers['auth']],
    [
      'Basic UEFSVE5FUjE6bW9vX3NlY3JldF90ZXN0',
      '1767225600',
      '13a355093c11e6c125d5764e6d84f36eb74bdc2fee0f96778219de91b8a16168',
    ],
  )
})

test('a UniPin request signs partner, time and path in its headers', async (t) => {
  const { url, heard } = await openCompany(t, () => ({ body: { status: 1 } }))
  const partnerId = '587e3675-e0ed-4e9e-9b39-099b11498fdc'
  const credentials = { url, partnerId, secretKey: 'gbwe12241229' }
  await createUniPinAsk(credentials, at(1_559_035_569))('in-game-topup/list', {}, patience())

  const [{ method, path, headers }] = heard as [(typeof heard)[0]]
  assert.deepEqual([method, path], ['POST', '/in-game-topup/list'])
  assert.deepEqual(
    [headers['partnerid'], headers['timestamp'], headers['path'], headers['auth']],
    [
      partnerId,
      '1559035569',
      'in-game-topup/list',
      '11dd303d96cd2acb95d0fdac76f46da6f4324fbbd16a1b503747d15b4c030ad8',
    ],
  )
})

test('a SEAGM request signs all parameters in alphabetical order', async (t) => {
  const { url, heard } = await openCompany(t, refuse)
  const credentials = { url, uid: '900001', secretKey: 'seagm_secret_test' }
  await assert.rejects(createSeagm(credentials, NEW_YEAR).readBalance!())
  const signature = 'cb02947c72a39650f8541aa6dc8bb1b770c53740ee71d2cc10ef51621df7cdf1'
  assert.deepEqual(
    [heard[0]!.method, heard[0]!.path],
    ['GET', `/v1/me?uid=900001&timestamp=1767225600&signature=${signature}`],
  )
})

test('each Digiflazz call is signed with its own keyword', async (t) => {
  const { url, heard } = await openCompany(t, refuse)
  const digiflazz = createDigiflazz({
    url,
    username: 'shopuser',
    apiKey: 'digi_key_test',
    webhookSecret: '',
  })
  await assert.rejects(digiflazz.readBalance!())
  await assert.rejects(digiflazz.listProducts({ game: 'MOBILE LEGENDS', region: '' }))
  assert.deepEqual(
    heard.map(({ path, body }) => [path, JSON.parse(body)]),
    [
      [
        '/v1/cek-saldo',
        { cmd: 'deposit', username: 'shopuser', sign: '06811719ee356b9a9440a915752837ad' },
      ],
      [
        '/v1/price-list',
        {
          cmd: 'prepaid',
          brand: 'MOBILE LEGENDS',
          username: 'shopuser',
          sign: '4cb62b6ef44e0331ba7fd47902415219',
        },
      ],
    ],
  )
})

test('Lapakgaming and G2Bulk get only a key, and G2Bulk none for its public calls', async (t) => {
  const { url, heard } = await openCompany(t, refuse)
  const g2bulk = createG2Bulk({ url, apiKey: 'g2-key' })
  await assert.rejects(createLapakgaming({ url, apiKey: 'lapak-key' }).readBalance!())
  await assert.rejects(g2bulk.readBalance!())
  const player = { game: 'mlbb', region: '', serviceId: '', playerId: '1', zoneId: '2' }
  await assert.rejects(g2bulk.validatePlayer!(player))
  assert.deepEqual(
    heard.map(({ path, headers }) => [path, headers.authorization, headers['x-api-key']]),
    [
      ['/api/balance', 'Bearer lapak-key', undefined],
      ['/v1/getMe', undefined, 'g2-key'],
      ['/v1/games/checkPlayerId', undefined, undefined],
    ],
  )
  assert.deepEqual(JSON.parse(heard[2]!.body), { game: 'mlbb', user_id: '1', server_id: '2' })
})
