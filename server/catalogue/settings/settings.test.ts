import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editSettings, editWebsite, getSettings, getWebsite } from '#contract/catalogue/settings.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const NO_LINKS = { instagram: '', facebook: '', youtube: '', x: '', telegram: '', discord: '' }
const DEFAULTS = {
  shopName: 'Gemstall',
  supportUrl: '',
  supportEmail: '',
  socialLinks: NO_LINKS,
  legal: { businessName: '', address: '', email: '', taxId: '' },
  tax: { name: 'GST', percent: 0, sac: '998439' },
  ageRule: 'off',
  guestsMayBuy: true,
  documentYears: 8,
  isGoogleOffered: true,
  addMoneyMax: 1_00_000_00,
}

test('a new shop has a name and no links, until an administrator changes its settings', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const settings = async () => (await shop.visitor.call(getSettings, {})).data
  assert.deepEqual(await settings(), DEFAULTS)

  const socialLinks = { ...NO_LINKS, discord: 'https://discord.example/gems' }
  const first = await admin.call(editSettings, { shopName: 'Ruby PackShop', socialLinks })
  assert.equal(first.message, 'Settings saved')
  await admin.call(editSettings, { supportEmail: 'help@ruby.example' })
  const expected = {
    ...DEFAULTS,
    shopName: 'Ruby PackShop',
    supportEmail: 'help@ruby.example',
    socialLinks,
  }
  assert.deepEqual(await settings(), expected)

  await admin.call(editSettings, { socialLinks: NO_LINKS })
  assert.deepEqual(await settings(), { ...expected, socialLinks: NO_LINKS })
  const [, , last] = await listActions(shop)
  assert.deepEqual(last, {
    action: 'edit settings',
    subject: 'settings',
    userId: admin.id,
    before: { socialLinks },
    after: { socialLinks: NO_LINKS },
  })
})

test('simultaneous edits of different settings are all kept', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await Promise.all([
    admin.call(editSettings, { shopName: 'Ruby PackShop' }),
    admin.call(editSettings, { supportUrl: 'https://chat.example' }),
    admin.call(editSettings, { supportEmail: 'help@ruby.example' }),
  ])
  assert.deepEqual((await shop.visitor.call(getSettings, {})).data, {
    ...DEFAULTS,
    shopName: 'Ruby PackShop',
    supportUrl: 'https://chat.example',
    supportEmail: 'help@ruby.example',
  })
})

test('settings saved before a field existed have its default and can be saved again', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const legal = { businessName: 'Ruby Traders', address: '1 Night Road', email: '' }
  await shop.sql`
    insert into setting (name, value, updated_at) values ('legal', ${shop.sql.json(legal)}, now())`
  const { data } = await shop.visitor.call(getSettings, {})
  assert.deepEqual(data, { ...DEFAULTS, legal: { ...legal, taxId: '' } })
  const tax = { name: 'GST', percent: 18, sac: '998434' }
  const told = { ...data.legal, taxId: '29AAAAA0000A1ZY' }
  const { data: saved } = await admin.call(editSettings, { legal: told, tax })
  assert.deepEqual([saved.legal, saved.tax], [told, tax])
})

test('a GSTIN with a typing error is refused, and other tax numbers are taken as they are', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const legal = { businessName: '', address: '', email: '' }
  const send = (change: object) => admin.send('PUT', '/api/v1/settings', change)
  const refused = await send({ legal: { ...legal, taxId: '29aaaaa0000a1z5' } })
  assert.equal(refused.status, 400)
  assert.match(JSON.stringify(refused), /This GSTIN has a typing error/)
  assert.equal((await send({ tax: { name: 'GST', percent: 18, sac: 'games' } })).status, 400)
  for (const [sent, saved] of [
    ['29aaaaa0000a1zy', '29AAAAA0000A1ZY'],
    ['gb123456789', 'GB123456789'],
    ['', ''],
  ]) {
    assert.equal((await send({ legal: { ...legal, taxId: sent } })).status, 200)
    assert.equal((await shop.visitor.call(getSettings, {})).data.legal.taxId, saved)
  }
})

test('links without https and unknown settings are refused and change nothing', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const change of [
    { supportUrl: 'http://chat.example' },
    { supportUrl: 'javascript:alert(1)' },
    { socialLinks: { ...NO_LINKS, x: 'x.example' } },
    { socialLinks: { x: 'https://x.example' } },
    { shopName: '' },
    { shopName: 'Ruby', isGoogleOffered: false },
    { website: { isClosed: true } },
  ])
    assert.equal((await admin.send('PUT', '/api/v1/settings', change)).status, 400)
  assert.deepEqual((await shop.visitor.call(getSettings, {})).data, DEFAULTS)
})

test('closing the website applies to every node, with its message', async (t) => {
  const shop = await openShop(t)
  const other = await shop.openNode()
  const admin = await signUpAdmin(shop)
  const websiteAt = async ({ visitor }: typeof shop) => (await visitor.call(getWebsite, {})).data
  assert.deepEqual(await websiteAt(other), { isClosed: false, message: '' })

  const closed = { isClosed: true, message: 'Back on Monday' }
  assert.deepEqual((await admin.call(editWebsite, closed)).data, closed)
  assert.deepEqual(await websiteAt(shop), closed)
  await until('the other node knows', async () => (await websiteAt(other)).isClosed)

  await admin.call(editWebsite, { isClosed: false })
  assert.deepEqual(await websiteAt(shop), { ...closed, isClosed: false })
  assert.deepEqual(
    (await listActions(shop)).map(({ action }) => action),
    ['close website', 'open website'],
  )
})
