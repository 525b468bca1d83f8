import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser } from '#contract/accounts/auth.ts'
import {
  answerAsParent,
  askAgeAgain,
  askParent,
  CONSENT_WORDS,
  findParentRequest,
  getAge,
  stateAge,
  type AgeRule,
} from '#contract/accounts/consent.ts'
import { editNewsByMail } from '#contract/accounts/newsletter.ts'
import { getUserOverview } from '#contract/backoffice/user-detail.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { addMoney } from '#contract/money/wallet.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { findReader } from '#server/accounts/news/news.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { makeStaff, proveEmail, promote } from '#tests/support/accounts/staff.ts'
import { newEmail, signUp, type Member } from '#tests/support/accounts/people.ts'
import { makeBuyer, openPackShop, order, orderByUpi } from '#tests/support/orders/orders.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

async function setRule(admin: Member, ageRule: AgeRule): Promise<void> {
  const { status, reply } = await admin.call(editSettings, { ageRule })
  assert.equal(status, 200, JSON.stringify(reply))
}

async function readLink(shop: TestShop, email: string): Promise<string> {
  const { text } = await shop.inbox.find(email, / asks for your consent/)
  const [link] = /https?:\S+\/parent-consent\?token=\S+/.exec(text)!
  return new URL(link).searchParams.get('token')!
}

const logOf = async ({ sql }: TestShop, { id }: Member) => {
  const rows = await sql<{ purpose: string; isGiven: boolean; words: string }[]>`
    select purpose, is_given, words from consent where user_id = ${id} order by created_at`
  return rows.map(({ purpose, isGiven, words }) => [purpose, isGiven, words])
}

test('where the shop asks, nothing is sold before the age is stated, once, and it is logged as it was read', async (t) => {
  const { shop, admin, game, item, asha } = await openPackShop(t)
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const bala = await makeBuyer(shop, game, { INR: 1_000_00 })
  assert.equal((await order(asha, { item })).status, 200)
  await setRule(admin, 'stated')
  const codes = async (who = asha) => [
    (await order(who, { item })).code,
    (await orderByUpi(who, { item })).code,
    (await who.call(addMoney, { amount: 100_00 })).code,
  ]
  assert.deepEqual(await codes(), ['AGE_NEEDED', 'AGE_NEEDED', 'AGE_NEEDED'])
  const [row] = await shop.sql`select count(*) from orders`
  assert.equal(row!['count'], 1)
  const said = await Promise.all(
    (['adult', 'minor', 'adult', 'minor'] as const).map((age) => asha.call(stateAge, { age })),
  )
  const { age } = (await asha.call(getAge, {})).data
  assert.ok(age)
  const kept = said.filter(({ status, data }) => status === 200 && data.age === age)
  const refused = said.filter(({ code }) => code === 'AGE_STATED')
  assert.deepEqual([kept.length, refused.length], [2, 2])
  assert.equal((await logOf(shop, asha)).length, 1)
  assert.deepEqual(await codes(), [undefined, undefined, undefined])
  assert.equal((await bala.call(stateAge, { age: 'minor' })).data.parent, null)
  assert.deepEqual(await logOf(shop, bala), [['age', true, CONSENT_WORDS.minorWithParent]])
  assert.deepEqual(await codes(bala), [undefined, undefined, undefined])
  const reseller = await makeBuyer(shop, game, { INR: 1_000_00 })
  await promote(shop, admin, { member: reseller, role: 'reseller' })
  assert.deepEqual(await codes(reseller), [undefined, undefined, undefined])
})

test('a customer under 18 buys only while a parent agrees, who may withdraw and agree again', async (t) => {
  const { shop, admin, item, asha } = await openPackShop(t)
  const { visitor } = shop
  await setRule(admin, 'parent')
  const parent = newEmail('Padma')
  const ask = (email = parent) => asha.call(askParent, { email })
  assert.equal((await ask()).code, 'PARENT_NOT_NEEDED')
  await asha.call(stateAge, { age: 'minor' })
  assert.deepEqual(await logOf(shop, asha), [['age', true, CONSENT_WORDS.minor]])
  const buy = async () => (await order(asha, { item })).code
  assert.equal(await buy(), 'PARENT_NEEDED')
  assert.equal((await ask(asha.email)).code, 'PARENT_EMAIL_OWN')
  assert.deepEqual((await ask()).data.parent, { email: parent, state: 'asked' })
  const token = await readLink(shop, parent)
  assert.equal(await buy(), 'PARENT_NEEDED')
  const found = await visitor.call(findParentRequest, { token })
  assert.deepEqual(found.data, { child: 'Asha', state: 'asked' })
  assert.equal(await buy(), 'PARENT_NEEDED') // opening the link changes nothing
  const answer = (isAgreed: boolean) => visitor.call(answerAsParent, { token, isAgreed })
  const agreed = await Promise.all([answer(true), answer(true), answer(true)])
  assert.deepEqual(
    agreed.map(({ data }) => data.state),
    ['agreed', 'agreed', 'agreed'],
  )
  assert.equal(await buy(), undefined)
  assert.equal((await ask(newEmail('Other'))).code, 'PARENT_HAS_AGREED')
  await answer(false)
  assert.equal(await buy(), 'PARENT_NEEDED')
  await answer(true)
  assert.equal(await buy(), undefined)
  assert.deepEqual((await logOf(shop, asha)).slice(1), [
    ['parent', true, CONSENT_WORDS.parent],
    ['parent', false, CONSENT_WORDS.parent],
    ['parent', true, CONSENT_WORDS.parent],
  ])

  const forged = Buffer.from(token, 'base64url')
  forged[20]! ^= 1
  for (const wrong of [forged.toString('base64url'), '', asha.id]) {
    const sent = await visitor.call(answerAsParent, { token: wrong, isAgreed: false })
    assert.deepEqual([sent.status, sent.code], [404, 'PARENT_LINK_WRONG'])
  }
  assert.equal(await buy(), undefined)
})

test('another parent replaces the one asked before, few mails go out, and the account takes all with it', async (t) => {
  const { shop, admin, item, asha } = await openPackShop(t)
  const { visitor } = shop
  await setRule(admin, 'parent')
  await asha.call(stateAge, { age: 'minor' })
  const [first, second] = [newEmail('Padma'), newEmail('Prem')]
  await asha.call(askParent, { email: first })
  const old = await readLink(shop, first)
  await asha.call(askParent, { email: second })
  const token = await readLink(shop, second)
  const late = await visitor.call(answerAsParent, { token: old, isAgreed: true })
  assert.equal(late.code, 'PARENT_LINK_WRONG')
  assert.equal((await order(asha, { item })).code, 'PARENT_NEEDED')
  const overview = async () => (await admin.call(getUserOverview, { id: asha.id })).data
  assert.partialDeepStrictEqual(await overview(), { age: 'minor', parent: 'asked' })
  await visitor.call(answerAsParent, { token, isAgreed: false })
  assert.equal((await overview()).parent, 'refused')
  const again = await asha.call(askParent, { email: second })
  assert.equal(again.data.parent!.state, 'asked')
  const many = await asha.call(askParent, { email: newEmail('Third') })
  assert.deepEqual([many.status, many.code], [429, 'TOO_MANY_PARENT_MAILS'])
  const chitra = await signUp(shop, 'Chitra Das')
  await chitra.call(stateAge, { age: 'minor' })
  assert.equal((await chitra.call(askParent, { email: second })).status, 200)
  assert.equal((await chitra.call(askParent, { email: second })).status, 429)

  const staff = await makeStaff(shop, admin, { name: 'Sunil', rights: ['customers'] })
  assert.equal((await staff.call(askAgeAgain, { id: admin.id })).code, 'COLLEAGUE')
  assert.equal((await staff.call(askAgeAgain, { id: asha.id })).status, 200)
  const [action] = (await listActions(shop)).filter(({ action }) => action === 'ask age again')
  assert.partialDeepStrictEqual(action, {
    userId: staff.id,
    subject: `user ${asha.id}`,
    before: { age: 'minor', parent: 'asked' },
  })
  assert.deepEqual((await asha.call(getAge, {})).data, { age: null, parent: null })
  assert.equal((await visitor.call(findParentRequest, { token })).code, 'PARENT_LINK_WRONG')

  shop.wait(25 * 60 * 60_000)
  const padma = newEmail('Padma')
  const bala = await signUp(shop, 'Bala Iyer')
  await bala.call(stateAge, { age: 'minor' })
  await bala.call(askParent, { email: padma })
  const balas = await readLink(shop, padma)
  assert.equal((await bala.call(deleteUser, {})).status, 200)
  assert.equal((await visitor.call(findParentRequest, { token: balas })).code, 'PARENT_LINK_WRONG')
  const rows = await shop.sql`select from parent_request where user_id = ${bala.id}`
  assert.equal(rows.length, 0)
})

test('people under 18 get no newsletter, even if they asked for it', async (t) => {
  const { shop, asha } = await openPackShop(t)
  await proveEmail(shop, asha)
  await asha.call(editNewsByMail, { isOn: true })
  assert.equal((await findReader(shop.sql, asha.id))!.takesNews, true)
  await asha.call(stateAge, { age: 'minor' })
  assert.equal((await findReader(shop.sql, asha.id))!.takesNews, false)
})
