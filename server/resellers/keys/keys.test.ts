import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import {
  createApiKey,
  deleteApiKey,
  editApiKey,
  generateApiKey,
  getApiService,
  listApiKeys,
  listApiServiceProducts,
  rollApiKey,
} from '#contract/resellers/api-keys.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import {
  signUp,
  signUpAdmin,
  tally,
  type Answer,
  type Person,
} from '#tests/support/accounts/people.ts'
import {
  createApiClient,
  makeReseller,
  openApiClient,
} from '#tests/support/resellers/api-clients.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const NEW_KEY: Input<typeof createApiKey> = {
  name: 'Till',
  scopes: ['read'],
  allowedNetworks: [],
  isTest: false,
}

const callWithKey = async (apiClient: Person) => {
  const { status, code } = await apiClient.call(getApiBalance, {})
  return code ?? status
}

test('API keys', async (t) => {
  const shop = await openShop(t, { env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const admin = await signUpAdmin(shop)
  const [ravi, other] = [await makeReseller(shop, admin), await makeReseller(shop, admin)]

  await t.test('a new key replaces the old one, and can be read again', async () => {
    assert.deepEqual((await ravi.call(getApiService, {})).data, { apiKey: null, keys: [] })
    const first = await ravi.call(generateApiKey, {})
    assert.equal(first.message, 'API Key generated successfully.')
    assert.match(first.data.apiKey, /^gs_live_[\w-]{43}$/)
    const old = createApiClient(shop.url, first.data.apiKey)
    assert.equal(await callWithKey(old), 200)
    const { data } = await ravi.call(generateApiKey, {})
    assert.notEqual(data.apiKey, first.data.apiKey)
    assert.deepEqual(
      [await callWithKey(old), await callWithKey(createApiClient(shop.url, data.apiKey))],
      ['API_KEY_UNKNOWN', 200],
    )
    const kept = (await ravi.call(getApiService, {})).data
    assert.deepEqual([kept.apiKey, kept.keys.length, kept.keys[0]!.isMain], [data.apiKey, 1, true])
    assert.notEqual(kept.keys[0]!.lastUsedAt, null)
    const ending = await ravi.call(deleteApiKey, { id: kept.keys[0]!._id })
    assert.equal(ending.code, 'MAIN_KEY_STAYS')
  })

  await t.test('twenty keys generated at once leave a single one', async () => {
    const one = await makeReseller(shop, admin, {})
    const made = await Promise.all(Array.from({ length: 20 }, () => one.call(generateApiKey, {})))
    assert.deepEqual(tally(made), { 200: 20 })
    const answers = await Promise.all(
      made.map(({ data }) => callWithKey(createApiClient(shop.url, data.apiKey))),
    )
    assert.equal(answers.filter((answer) => answer === 200).length, 1)
    assert.equal(answers.filter((answer) => answer === 'API_KEY_UNKNOWN').length, 19)
    assert.equal((await one.call(getApiService, {})).data.keys.length, 1)
  })

  await t.test('the text of a key is shown once, and stored nowhere', async () => {
    const { data } = await ravi.call(createApiKey, NEW_KEY)
    const { data: listed } = await ravi.call(listApiKeys, {})
    assert.ok(!JSON.stringify(listed).includes(data.apiKey))
    assert.deepEqual(listed.keys.at(-1), data.key)
    assert.match(data.key.hint, /^gs_live_….{4}$/)
    const main = (await ravi.call(getApiService, {})).data.apiKey!
    const kept = await shop.sql`select * from api_key`
    const text = JSON.stringify(kept.map((row) => Object.values(row).map(String))) + shop.log.join()
    assert.ok(!text.includes(data.apiKey.slice(8)) && !text.includes(main.slice(8)))
  })

  await t.test(
    'a key is renamed, restricted, rolled and revoked by its reseller alone',
    async () => {
      const { data } = await ravi.call(createApiKey, NEW_KEY)
      const { _id: id } = data.key
      const { isTest: _, ...change } = { ...NEW_KEY, id, name: 'Shop' }
      for (const call of [
        other.call(editApiKey, change),
        other.call(rollApiKey, { id }),
        other.call(deleteApiKey, { id }),
      ])
        assert.deepEqual([(await call).status, (await call).code], [404, 'NO_SUCH_API_KEY'])
      const apiClient = createApiClient(shop.url, data.apiKey)
      assert.equal(await callWithKey(apiClient), 200)
      await ravi.call(editApiKey, { ...change, scopes: ['orders'] })
      const refused = await apiClient.call(getApiBalance, {})
      assert.deepEqual(
        [refused.code, refused.reply],
        [
          'API_KEY_SCOPE',
          {
            success: false,
            code: 'API_KEY_SCOPE',
            message: 'This API key isn’t allowed to do this: it lacks the scope read',
            data: null,
            details: { scope: 'read' },
            isRetryable: false,
            canFix: true,
            requestId: refused.headers.get('x-request-id'),
          },
        ],
      )
      const rolled = (await ravi.call(rollApiKey, { id })).data
      assert.equal(await callWithKey(apiClient), 'API_KEY_UNKNOWN')
      assert.equal(await callWithKey(createApiClient(shop.url, rolled.apiKey)), 'API_KEY_SCOPE')
      await ravi.call(deleteApiKey, { id })
      assert.equal(await callWithKey(createApiClient(shop.url, rolled.apiKey)), 'API_KEY_UNKNOWN')
    },
  )

  await t.test('a key works only from the addresses that it allows', async () => {
    const networks = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48', '2001:db8:2::5']
    const apiClient = await openApiClient(ravi, { allowedNetworks: networks })
    const from = async (address: string) => {
      apiClient.headers['x-forwarded-for'] = address
      return (await callWithKey(apiClient)) === 200
    }
    for (const address of ['203.0.113.9', '198.51.100.7', '::ffff:203.0.113.9'])
      assert.ok(await from(address), address)
    for (const address of ['2001:db8:1:ffff::1', '2001:DB8:2:0:0:0:0:5'])
      assert.ok(await from(address), address)
    for (const address of ['203.0.114.1', '198.51.100.8', '2001:db8:2::6', '::1', '127.0.0.1'])
      assert.ok(!(await from(address)), address)
    for (const wrong of ['203.0.113.0/33', '300.1.1.1', 'all', '2001:db8::/129', '']) {
      const body = { ...NEW_KEY, allowedNetworks: [wrong] }
      assert.equal((await ravi.send('POST', '/api/v1/api-service/keys', body)).status, 400, wrong)
    }
  })

  await t.test('only resellers have keys and an API product list', async () => {
    const asha = await signUp(shop, 'Asha Rao')
    for (const person of [asha, admin]) {
      const { status, message } = await person.call(getApiService, {})
      assert.deepEqual([status, message], [403, 'Access Denied'])
      assert.equal((await person.call(generateApiKey, {})).status, 403)
    }
  })

  await t.test('products come with the reseller’s own price', async () => {
    const game = await makeGame(admin)
    const item = await makeItem(admin, game, { resellerSellingPrice: 90_00 })
    const { data } = await ravi.call(listApiServiceProducts, { currency: 'INR' })
    assert.deepEqual(data.products, [
      {
        gameImage: '',
        gameName: game.gameName,
        gameSlug: game.gameSlug,
        productName: item.itemName,
        productId: item._id,
        category: game.gameName,
        isAvailable: true,
        currency: 'INR',
        price: 90_00,
      },
    ])
  })

  await t.test(
    'keys of a blocked or demoted reseller stop with the next call, and work again afterwards',
    async () => {
      const apiClient = await openApiClient(other)
      const { id } = other
      for (const [change, back] of [
        [{ isBlocked: true }, { isBlocked: false }],
        [{ role: 'user' }, { role: 'reseller' }],
      ] as const) {
        await admin.call(editUserAsAdmin, { id, ...change })
        assert.equal(await callWithKey(apiClient), 'API_KEY_UNKNOWN')
        await admin.call(editUserAsAdmin, { id, ...back })
        assert.equal(await callWithKey(apiClient), 200)
      }
    },
  )

  await t.test(
    'a key over its rate limit is told how long to wait, and delays no other key',
    async () => {
      const node = await shop.openNode({ LIMIT_API_REQUESTS_PER_SECOND: '5' })
      const [fast, calm] = [await openApiClient(ravi), await openApiClient(ravi)]
      fast.url = calm.url = node.url
      let answers: Answer<typeof getApiBalance>[] = []
      await until('all calls fall within the two seconds of one limit', async () => {
        const calls = Array.from({ length: 13 }, () => fast.call(getApiBalance, {}))
        answers = await Promise.all(calls)
        return isDeepStrictEqual(tally(answers), { 200: 10, 429: 3 })
      })
      const { headers, reply } = answers.find(({ status }) => status === 429)!
      assert.ok(Number(headers.get('retry-after')) >= 1)
      assert.ok(!reply.success && reply.isRetryable)
      const limits = ['limit', 'remaining'].map((name) => headers.get(`ratelimit-${name}`))
      assert.deepEqual([...limits, Number(headers.get('ratelimit-reset')) >= 1], ['10', '0', true])
      assert.equal(await callWithKey(calm), 200)
    },
  )
})
