import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testAnnouncement } from '#contract/backoffice/announcements.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { breakOutside } from '#tests/support/shop/outside.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('an announcement mail names its sender, and a test mail goes to the author alone', async (t) => {
  const shop = await openShop(t)
  const [admin, asha] = [await signUpAdmin(shop), await signUp(shop, 'Asha Rao')]
  const legal = {
    businessName: 'Gem & Co',
    address: '1 Shop Street\nPune',
    email: '',
    taxId: '',
  }
  await admin.call(editSettings, { legal })
  const words = { title: 'Try it', message: 'First to me.', link: '' }
  assert.equal((await admin.call(testAnnouncement, words)).message, 'Sent to your own address')
  const mail = await shop.inbox.find(admin.email, 'Try it')
  assert.match(mail.text, /First to me\.[^]*Gem & Co, 1 Shop Street, Pune[^]*\/unsubscribe\?token=/)
  assert.equal(mail.unsubscribe!.post, 'List-Unsubscribe=One-Click')
  assert.equal(
    (await shop.inbox.read(asha.email)).some(({ subject }) => subject === 'Try it'),
    false,
  )
  await breakOutside(shop, { target: 'mail', kind: 'error' })
  const { status, code } = await admin.call(testAnnouncement, words)
  assert.deepEqual([status, code], [503, 'MAIL_UNREACHABLE'])
})
