import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testAnnouncement } from '#contract/backoffice/announcements.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  editNewsByMail,
  editNewsOfLink,
  findNewsOfLink,
  getNewsByMail,
} from '#contract/accounts/newsletter.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const WORDS = { title: 'News', message: 'Here they are.', link: '' }

test('an unsubscribe link acts for its own account only, after a click, and can be undone', async (t) => {
  const shop = await openShop(t)
  const { visitor } = shop
  const asha = await signUpAdmin(shop, 'Asha Rao')
  const bala = await signUp(shop, 'Bala Iyer')
  const isOn = async (who = asha) => (await who.call(getNewsByMail, {})).data.isOn
  await asha.call(testAnnouncement, WORDS)
  const { text, unsubscribe } = await shop.inbox.find(asha.email, WORDS.title)
  const token = new URL(/https?:\S+\/unsubscribe\?token=\S+/.exec(text)![0]).searchParams.get(
    'token',
  )!

  const email = `a…@${asha.email.split('@')[1]}`
  assert.deepEqual((await visitor.call(findNewsOfLink, { token })).data, { isOn: true, email })
  assert.equal(await isOn(), true) // opening the link changes nothing
  const off = await visitor.call(editNewsOfLink, { token, isOn: false })
  assert.deepEqual(off.data, { isOn: false, email })
  assert.deepEqual([await isOn(), await isOn(bala)], [false, true])
  const readVersion = async () => {
    const [row] = await shop.sql`select xmin::text from users where id = ${asha.id}`
    return row
  }
  const version = await readVersion()
  const again = await visitor.call(editNewsOfLink, { token, isOn: false })
  assert.deepEqual([again.data, await readVersion()], [off.data, version]) // nothing was written
  await visitor.call(editNewsOfLink, { token, isOn: true })
  assert.equal(await isOn(), true)
  await asha.call(editNewsByMail, { isOn: false })
  await asha.call(editNewsByMail, { isOn: true })
  assert.equal(await isOn(), true)

  // RFC 8058: mail programs unsubscribe with a POST in either encoding; opening the link does nothing.
  const url = unsubscribe!.url.replace(/^https?:\/\/[^/]+/, shop.url)
  assert.equal(unsubscribe!.post, 'List-Unsubscribe=One-Click')
  const opened = await fetch(url, { redirect: 'manual' })
  assert.equal(opened.status, 303)
  assert.match(opened.headers.get('location')!, /\/unsubscribe\?token=/)
  assert.equal(await isOn(), true)
  const form = new FormData()
  form.append('List-Unsubscribe', 'One-Click')
  for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
    await asha.call(editNewsByMail, { isOn: true })
    const { status } = await fetch(url, { method: 'POST', body })
    assert.deepEqual([status, await isOn()], [200, false])
  }
  await asha.call(editNewsByMail, { isOn: true })
  assert.equal((await fetch(url, { method: 'POST', body: 'something else' })).status, 400)
  assert.equal(await isOn(), true)

  // A changed or made-up token is refused.
  const forged = Buffer.from(token, 'base64url')
  for (const index of [0, 15, 16, 31]) {
    const other = Buffer.from(forged)
    other[index]! ^= 1
    for (const sent of [
      other.toString('base64url'),
      token.slice(0, -1),
      `${token}AAAA`,
      '',
      bala.id,
    ]) {
      const { status, code } = await visitor.call(editNewsOfLink, { token: sent, isOn: false })
      assert.deepEqual([status, code], [404, 'UNSUBSCRIBE_LINK_WRONG'])
    }
  }
  assert.deepEqual([await isOn(), await isOn(bala)], [true, true])

  // The link of a deleted account no longer works.
  await shop.sql`update users set role = 'user' where id = ${asha.id}`
  assert.equal((await asha.call(deleteUser, {})).status, 200)
  const gone = await visitor.call(findNewsOfLink, { token })
  assert.deepEqual([gone.status, gone.code], [404, 'UNSUBSCRIBE_LINK_WRONG'])
})
