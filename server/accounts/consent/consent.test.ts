import assert from 'node:assert/strict'
import { testAnnouncement } from '#contract/backoffice/announcements.ts'
import { signup } from '#contract/accounts/auth.ts'
import { CONSENT_WORDS } from '#contract/accounts/consent.ts'
import {
  editNewsByMail,
  editNewsOfLink,
  getNewsByMail,
  unsubscribeAtOnce,
} from '#contract/accounts/newsletter.ts'
import {
  createPerson,
  newEmail,
  newPhone,
  PASSWORD,
  signUpAdmin,
} from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const test = shareShop(openShop)

const listConsents = async ({ sql }: Pick<TestShop, 'sql'>, email: string) => {
  const rows = await sql<{ purpose: string; isGiven: boolean; words: string; source: string }[]>`
    select purpose, is_given, words, consent.source from consent
    join users on users.id = user_id where email = ${email} order by consent.created_at, purpose desc`
  return rows.map(({ purpose, isGiven, words, source }) => [purpose, isGiven, words, source])
}

const TERMS = ['terms', true, CONSENT_WORDS.terms, 'sign-up']

test('a newsletter is sent only to those who ask for it, and each choice is logged once with its words', async (shop) => {
  for (const takesNews of [undefined, false, true]) {
    const email = newEmail('Asha Rao')
    const asha = createPerson(shop.url)
    const { data } = await asha.call(signup, {
      fullName: 'Asha Rao',
      email,
      phone: newPhone(),
      password: PASSWORD,
      ...(takesNews === undefined ? {} : { takesNews }),
    })
    asha.tokens = data
    const isOn = async () => (await asha.call(getNewsByMail, {})).data.isOn
    assert.equal(await isOn(), takesNews === true)
    const first = takesNews ? [['news', true, CONSENT_WORDS.news, 'sign-up']] : []
    assert.deepEqual(await listConsents(shop, email), [TERMS, ...first])
    await Promise.all([1, 2, 3].map(() => asha.call(editNewsByMail, { isOn: takesNews !== true })))
    assert.equal(await isOn(), takesNews !== true)
    assert.deepEqual(await listConsents(shop, email), [
      TERMS,
      ...first,
      ['news', takesNews !== true, CONSENT_WORDS.news, 'account'],
    ])
  }
})

test('unsubscribing by a mail is logged, and the log can’t be changed', async (shop) => {
  const { sql, visitor } = shop
  const asha = await signUpAdmin(shop, 'Asha Rao')
  await asha.call(testAnnouncement, { title: 'News', message: 'Here they are.', link: '' })
  const { text } = await shop.inbox.find(asha.email, 'News')
  const [link] = /https?:\S+\/unsubscribe\?token=\S+/.exec(text)!
  const token = new URL(link).searchParams.get('token')!
  await visitor.call(editNewsOfLink, { token, isOn: false })
  await visitor.call(editNewsOfLink, { token, isOn: true })
  const address = `${shop.url}/api/v1${unsubscribeAtOnce.path}?${new URLSearchParams({ token })}`
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let time = 0; time < 2; time++) await fetch(address, { method: 'POST', body })
  const log = [false, true, false].map((isGiven) => [
    'news',
    isGiven,
    CONSENT_WORDS.news,
    'newsletter',
  ])
  assert.deepEqual(await listConsents(shop, asha.email), log)
  await assert.rejects(sql`update consent set is_given = true`)
  await assert.rejects(sql`delete from consent`)
  assert.deepEqual(await listConsents(shop, asha.email), log)
})
