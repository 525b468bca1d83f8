import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkSupplier,
  editSupplier,
  listSuppliers,
} from '#contract/catalogue/suppliers/suppliers.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const name = 'gemstall'
const TEST_KEY = 'gs_test_abc'
const LIVE_KEY = 'gs_live_abc'
const URL = 'https://seller.example'

async function openOffice(t: Parameters<typeof openShop>[0], env: NodeJS.ProcessEnv) {
  const shop = await openShop(t, { env })
  const admin = await signUpAdmin(shop)
  const enter = async (credentials: Record<string, string>) => {
    const { status, code, errors } = await admin.call(editSupplier, { name, credentials })
    return status === 200 ? 'saved' : `${code} ${errors[0]?.field}`
  }
  const read = async () => {
    const { data } = await admin.call(listSuppliers, {})
    return data.providers.find((source) => source.name === name)!
  }
  return { admin, enter, read }
}

const PRODUCTION = {
  NODE_ENV: 'production',
  SECOND_FACTOR: 'when set up',
  PUBLIC_URL: 'http://localhost',
}

test('in production a key of test mode is refused, wherever it comes from', async (t) => {
  const env = { ...PRODUCTION, GEMSTALL_URL: URL, GEMSTALL_API_KEY: TEST_KEY }
  const { admin, enter, read } = await openOffice(t, env)
  const lack = 'a live account (the API key belongs to a test account)'
  assert.deepEqual([(await read()).isReady, (await read()).missing], [false, [lack]])
  const { data: checked } = await admin.call(checkSupplier, { name })
  assert.deepEqual(checked, { isGood: false, message: `Missing: ${lack}` })
  assert.equal(await enter({ apiKey: TEST_KEY }), 'TEST_CREDENTIALS credentials.apiKey')
  assert.equal(await enter({ apiKey: LIVE_KEY }), 'saved')
  assert.equal((await read()).isReady, true)
  assert.equal(await enter({ url: '', apiKey: '' }), 'saved')
})

test('in production the seller’s address is public and encrypted', async (t) => {
  const { enter, admin } = await openOffice(t, PRODUCTION)
  for (const url of [
    'http://seller.example',
    'https://127.0.0.1',
    'https://[::1]:3000',
    'https://169.254.169.254',
    'https://10.1.2.3',
    'https://me:secret@seller.example',
    'ftp://seller.example',
    'seller.example',
  ])
    assert.equal(await enter({ url, apiKey: LIVE_KEY }), 'ADDRESS_REFUSED credentials.url', url)
  // A name is looked up at each call, and its address is then checked.
  assert.equal(await enter({ url: 'https://localhost:3000', apiKey: LIVE_KEY }), 'saved')
  const { data } = await admin.call(checkSupplier, { name })
  assert.equal(data.isGood, false)
  assert.match(data.message, /couldn’t reach/)
  assert.equal(await enter({ url: URL }), 'saved')
})

test('outside of production a test key and this machine are allowed', async (t) => {
  const { enter, read } = await openOffice(t, {})
  assert.equal(await enter({ url: 'http://localhost:3000', apiKey: TEST_KEY }), 'saved')
  assert.equal((await read()).isReady, true)
  assert.equal(
    await enter({ url: 'http://192.168.0.1', apiKey: TEST_KEY }),
    'ADDRESS_REFUSED credentials.url',
  )
})
