import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  checkSupplier,
  editSupplier,
  listSupplierProducts,
  listSuppliers,
} from '#contract/catalogue/suppliers/suppliers.ts'
import type { Source } from '#contract/catalogue/sources.ts'
import { DIGIFLAZZ } from '#connectors/suppliers/digiflazz/twin/credentials.ts'
import { G2BULK } from '#connectors/suppliers/g2bulk/twin/credentials.ts'
import { MOOGOLD } from '#connectors/suppliers/moogold/twin/credentials.ts'
import { SMILEONE } from '#connectors/suppliers/smileone/twin/credentials.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { createPerson, signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const NO_MOOGOLD = { MOOGOLD_PARTNER_ID: '', MOOGOLD_SECRET_KEY: '' }
const newSecret = () => randomBytes(33).toString('base64')

const list = (person: Person) =>
  person.call(listSupplierProducts, { name: 'moogold', game: '42', region: '' })

const readSource = async (admin: Person, name: Source) => {
  const { data } = await admin.call(listSuppliers, {})
  return data.providers.find((source) => source.name === name)!
}

test('a supplier without credentials names those missing, and works on every node once they are entered', async (t) => {
  const shop = await openShop(t, { env: NO_MOOGOLD })
  const other = await shop.openNode()
  const admin = await signUpAdmin(shop)
  const there = createPerson(other.url, admin.tokens)
  const missing = 'Partner id, Secret key'
  const refused = await list(there)
  assert.deepEqual([refused.status, refused.code], [409, 'PROVIDER_NOT_READY'])
  assert.equal(refused.message, `MooGold isn’t set up yet. Missing: ${missing}`)
  await until('it is told', () =>
    other.log.some((line) => line.includes('no credentials for these suppliers')),
  )

  const half = await admin.call(editSupplier, {
    name: 'moogold',
    credentials: { partnerId: MOOGOLD.partnerId },
  })
  assert.deepEqual([half.data.isReady, half.data.missing], [false, ['Secret key']])
  const whole = await admin.call(editSupplier, {
    name: 'moogold',
    credentials: { secretKey: MOOGOLD.secretKey },
  })
  assert.deepEqual([whole.data.isReady, whole.data.source], [true, 'back office'])
  await until('the other node asks', async () => (await list(there)).status === 200)

  const { data: none } = await admin.call(editSupplier, {
    name: 'moogold',
    credentials: { partnerId: '', secretKey: '' },
  })
  assert.deepEqual([none.isReady, none.source], [false, null])
  await until('the other node asks no more', async () => (await list(there)).status === 409)
})

test('credentials from back office and environment are never mixed, and optional ones are not missed', async (t) => {
  const shop = await openShop(t, { env: { DIGIFLAZZ_WEBHOOK_SECRET: '' } })
  const admin = await signUpAdmin(shop)
  const { isReady, credentials } = await readSource(admin, 'digiflazz')
  assert.equal(isReady, true)
  assert.deepEqual(
    credentials.map(({ name, isSet, value }) => [name, isSet, value]),
    [
      ['username', true, DIGIFLAZZ.username],
      ['apiKey', true, ''],
      ['webhookSecret', false, ''],
    ],
  )
  await admin.call(editSupplier, { name: 'digiflazz', credentials: { apiKey: '' } })
  const { source, missing } = await readSource(admin, 'digiflazz')
  assert.deepEqual([source, missing], ['back office', ['API key']])
})

test('credentials never appear in answers, audit, logs, or in plain text in the database', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const answers = [
    await admin.call(editSupplier, { name: 'moogold', credentials: { secretKey: 'mine-alone-1' } }),
    await admin.call(editSupplier, { name: 'g2bulk', credentials: { apiKey: 'mine-alone-2' } }),
    await admin.call(checkSupplier, { name: 'moogold' }),
    await admin.call(checkSupplier, { name: 'g2bulk' }),
    await admin.call(listSuppliers, {}),
  ]
  const [moogold] = await listActions(shop)
  assert.equal(moogold!.subject, 'source moogold')
  const names = ['partnerId', 'secretKey']
  assert.deepEqual(moogold!.before, { credentials: names })
  assert.deepEqual(moogold!.after, { credentials: names, changed: ['secretKey'] })
  const rows = await shop.sql<{ sealed: Buffer }[]>`select sealed from supplier_account`
  assert.equal(rows.length, 2)
  const places = {
    answers: JSON.stringify(answers.map(({ data, message }) => [data, message])),
    audit: JSON.stringify(await shop.sql`select * from audit`),
    log: shop.log.join(''),
    database: rows.map(({ sealed }) => sealed.toString('latin1')).join(''),
  }
  const secrets = ['mine-alone-1', 'mine-alone-2', MOOGOLD.secretKey, G2BULK.apiKey, SMILEONE.key]
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} is in the ${place}`)
})

test('credentials survive a change of SECRET, count as missing without the old one, and are resealed when saved', async (t) => {
  const [old, fresh] = [newSecret(), newSecret()]
  const shop = await openShop(t, { env: { SECRET: old, ...NO_MOOGOLD } })
  const admin = await signUpAdmin(shop)
  await admin.call(editSupplier, { name: 'moogold', credentials: MOOGOLD })
  const both = await shop.openNode({ SECRET: `${fresh},${old}` })
  const there = createPerson(both.url, admin.tokens)
  assert.equal((await readSource(there, 'moogold')).isReady, true)
  const { data } = await createPerson(both.url).send('POST', '/api/v1/auth/login', {
    email: admin.email,
    password: admin.password,
  })
  const alone = await shop.openNode({ SECRET: fresh })
  const elsewhere = createPerson(alone.url, data as unknown as typeof admin.tokens)
  const lost = await readSource(elsewhere, 'moogold')
  assert.deepEqual([lost.isReady, lost.source], [false, null])
  assert.ok(alone.log.some((line) => line.includes('cannot be opened with any known secret')))

  const again = createPerson(both.url, data as unknown as typeof admin.tokens)
  await again.call(editSupplier, { name: 'moogold', credentials: {} })
  assert.equal((await readSource(elsewhere, 'moogold')).isReady, true)
})

test('an invalid request is refused with a reason, and changes nothing', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const put = async (name: string, body: object) => {
    const { status, code } = await admin.send('PUT', `/api/v1/provider/${name}`, body)
    return [status, code]
  }
  assert.deepEqual(await put('moogold', { credentials: { apiKey: 'x' } }), [
    400,
    'UNKNOWN_CREDENTIAL',
  ])
  assert.deepEqual(await put('moogold', { credentials: { constructor: 'x' } }), [
    400,
    'UNKNOWN_CREDENTIAL',
  ])
  assert.deepEqual(await put('manual', { lowBelow: 1 }), [409, 'NOTHING_TO_SET_UP'])
  for (const body of [
    { lowBelow: -1 },
    { lowBelow: '10' },
    { lowBelow: 0.000_000_1 },
    { lowBelow: 1e13 },
    { unitCosts: [{ currency: 'USD', rupees: 0 }] },
    { unitCosts: [{ currency: '', rupees: 1 }] },
    { unitCosts: [{ currency: 'USD', rupees: 2e6 }] },
    {
      unitCosts: [
        { currency: 'USD', rupees: 1 },
        { currency: 'IDR', rupees: -1 },
      ],
    },
    { title: 'MyGold' },
  ])
    assert.equal((await put('moogold', body))[0], 400, JSON.stringify(body))
  assert.equal((await put('tovargold', {}))[0], 404)
  const listed = await admin.send('GET', '/api/v1/provider/tovargold/products?game=1')
  assert.equal(listed.status, 404)
  assert.equal((await admin.send('POST', '/api/v1/provider/tovargold/check')).status, 404)
  assert.deepEqual(await listActions(shop), [])
  assert.deepEqual((await readSource(admin, 'moogold')).source, 'environment')
  const asha = await signUp(shop, 'Asha Rao')
  assert.equal((await asha.call(listSuppliers, {})).status, 403)
})
