import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import type { FullItem } from '#contract/catalogue/games.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { axe, expect, inOneShop, type Visit } from './browser.ts'
import { buy, listDeliveredTo, openMarket, savePlayer, whileNobodyAnswers } from './market.ts'
import { expectComplaint, expectToast, field, fill, follow, press, settle } from './people.ts'
import { expectPaid, purchaseOf } from './till.ts'

const journey = inOneShop(openMarket)

async function arrive({ shop, page }: Visit): Promise<Member> {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 500_00)
  await settle(page, asha)
  return asha
}

async function enterPlayer(page: Page, pack: FullItem, player: Record<string, string>) {
  await page.goto(purchaseOf(pack))
  await fill(page, player)
  await press(page, 'Validate')
}

async function pay(page: Page): Promise<void> {
  await press(page, 'Proceed to Pay')
  await page.waitForURL(/\/purchase\/status/)
}

const NOBODY = 'Failed to find account.'
const badge = (page: Page, status: string) => page.getByText(status, { exact: true })

journey(
  'a paid pack is delivered by itself, and its page says each step',
  { screen: 'phone' },
  async (visit, { packs }) => {
    const { page, shop } = visit
    await arrive(visit)
    await enterPlayer(page, packs.moonfall, { 'User ID': '55512345', 'Zone ID': '2001' })
    await expect(page.getByRole('status').filter({ hasText: 'Player-2345' })).toBeVisible()
    await press(page, 'Go to review')
    await pay(page)
    await expectPaid(page)
    for (const words of ['Sent to the game', 'Delivered to your player'])
      await expect(page.getByText(words, { exact: true }).last()).toBeVisible()
    await expect(badge(page, 'Completed')).toBeVisible()
    await axe(page)
    assert.equal((await listDeliveredTo(shop, '55512345')).length, 1)
  },
)

journey(
  'a pack that the game refuses is paid back by itself',
  { screen: 'phone' },
  async (visit, { packs }) => {
    const { page } = visit
    await arrive(visit)
    await enterPlayer(page, packs.moonfall, { 'User ID': '900000002', 'Zone ID': '2001' })
    await press(page, 'Go to review')
    await pay(page)
    await expect(page.getByRole('heading', { name: 'Payment Refunded' })).toBeVisible()
    await expect(badge(page, 'Failed')).toBeVisible()
    await page.getByRole('button', { name: /, account/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Wallet ₹500.00' })).toBeVisible()
  },
)

journey(
  'a player whom the game does not know is put right, and has the pack',
  { screen: 'phone', expects: [/status of 404/] },
  async (visit, { packs }) => {
    const { page, shop } = visit
    await arrive(visit)
    await page.goto(purchaseOf(packs.colosseum))
    await fill(page, { Captain: '900000001' })
    await field(page, 'Sea').selectOption('Europe')
    await whileNobodyAnswers(shop, async () => {
      await press(page, 'Validate')
      await page.waitForURL(/\/purchase\/review\?/)
    })
    await pay(page)
    await expect(page.getByRole('heading', { name: 'This player wasn’t found' })).toBeVisible()
    await axe(page)

    await page.goto('/dashboard/home')
    await expect(page.getByRole('heading', { name: 'An order needs you' })).toBeVisible()
    await axe(page)
    await follow(page, 'Correct the player')
    await expect(field(page, 'Sea')).toHaveValue('Europe')
    await press(page, 'Send again')
    await expect(page.getByRole('alert').filter({ hasText: NOBODY }).first()).toBeVisible()
    await fill(page, { Captain: '77712345' })
    await field(page, 'Sea').selectOption('Asia')
    await press(page, 'Send again')
    await expect(badge(page, 'Completed')).toBeVisible()
    await expect(page.getByText('Player-2345', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This player wasn’t found' })).toHaveCount(0)
    const [one, ...more] = await listDeliveredTo(shop, '77712345')
    assert.deepEqual([one!.zoneId, more], ['Asia', []])
  },
)

const COMPLAIN_OF_OLD = `new MutationObserver(() => {
  if (document.body.innerText.includes('This player wasn’t found')) console.error('taken back')
}).observe(document.body, { subtree: true, childList: true })`

journey(
  'an answer that comes after newer news takes nothing back',
  {},
  async (visit, { packs }) => {
    const { page, shop } = visit
    const asha = await arrive(visit)
    const gameDetailId = await whileNobodyAnswers(shop, () =>
      savePlayer(asha, { pack: packs.colosseum, playerId: '900000001', zoneId: 'Asia' }),
    )
    const { _id: id } = await buy({ ...asha, gameDetailId }, packs.colosseum, 'player')
    const headers = { authorization: `Bearer ${asha.tokens.accessToken}` }
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.goto(`/dashboard/orders/${id}`)
    await fill(page, { Captain: '77712346' })
    const before = await page.request.get(`/api/v1/order/${id}`, { headers })
    await page.route(`**/api/v1/order/${id}`, async (route) => {
      await held
      await route.fulfill({ response: before })
    })
    const late = page.waitForResponse(`**/api/v1/order/${id}`)
    await press(page, 'Send again')
    await expect(badge(page, 'Completed')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This player wasn’t found' })).toHaveCount(0)
    await page.evaluate(COMPLAIN_OF_OLD)
    release()
    await (await late).finished()
    await page.evaluate('new Promise(requestIdleCallback)') // the page has handled the answer
    await expect(badge(page, 'Completed')).toBeVisible()
  },
)

journey(
  'a customer can take the money back instead, after one confirmation',
  {},
  async (visit, { packs }) => {
    const { page, shop } = visit
    const asha = await arrive(visit)
    const gameDetailId = await whileNobodyAnswers(shop, () =>
      savePlayer(asha, { pack: packs.colosseum, playerId: '900000001', zoneId: 'Asia' }),
    )
    const { _id: id } = await buy({ ...asha, gameDetailId }, packs.colosseum, 'player')
    await page.goto(`/dashboard/orders/${id}`)
    await press(page, 'Take the refund')
    const dialog = page.getByRole('alertdialog', { name: 'Take the refund?' })
    await expect(dialog).toContainText('₹100.00 goes back to your wallet immediately')
    await axe(page)
    await press(dialog, 'Yes, take it')
    await expect(badge(page, 'Refunded').first()).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  },
)

for (const [screen, action, end] of [
  ['phone', 'It was delivered', 'Completed'],
  ['desktop', 'It was refused', 'Failed'],
] as const)
  journey(
    `an administrator settles what nobody tells the shop: ${end}, on a ${screen}`,
    { screen },
    async (visit, { admin, packs }) => {
      const { page, openAnother } = visit
      const asha = await arrive(visit)
      const input = { pack: packs.colosseum, playerId: '900000003', zoneId: 'Asia' }
      const gameDetailId = await savePlayer(asha, input)
      const { _id: id, invoiceId } = await buy({ ...asha, gameDetailId }, input.pack, 'person')
      await page.goto(`/dashboard/orders/${id}`)
      await expect(page.getByText('We’re looking into it. Your money is safe.')).toBeVisible()
      await axe(page)

      const theirs = await openAnother()
      await settle(theirs, admin)
      await theirs.goto('/admin/home')
      if (screen === 'phone') {
        await press(theirs, 'Menu, something needs attention')
        await axe(theirs)
      }
      const places = theirs.getByRole('navigation', { name: 'Back office' })
      const place = places.getByRole('link', { name: 'Waiting', exact: true })
      await expect(place).toHaveAccessibleDescription(/attention/)
      await place.click()
      const waiting = theirs.getByRole('listitem').filter({ hasText: invoiceId })
      await expect(waiting).toContainText('doesn’t report the outcome')
      await expect(waiting).toContainText('Smile.One')
      await axe(theirs)
      await press(waiting, action)
      const dialog = theirs.getByRole('dialog', { name: action })
      await expect(dialog).toContainText('₹100.00')
      await press(dialog, action)
      await expectComplaint(theirs, 'How you know', 'Please say what happened')
      await axe(theirs)
      await fill(theirs, { 'How you know': 'Seen in their books' })
      await press(dialog, action)
      await expect(theirs.getByRole('heading', { name: 'No orders need attention' })).toBeVisible()
      await expect(badge(page, end)).toBeVisible()
    },
  )

journey(
  'an order for delivery by hand waits for staff, and is completed or paid back',
  { screen: 'phone' },
  async (visit, { admin, packs }) => {
    const { page } = visit
    const asha = await arrive(visit)
    const { lanterns } = packs
    const gameDetailId = await savePlayer(asha, { pack: lanterns, playerId: '77712345' })
    const buyer = { ...asha, gameDetailId }
    const orders = [await buy(buyer, lanterns, null), await buy(buyer, lanterns, null)]
    await settle(page, admin)
    await page.goto('/admin/waiting')
    for (const [index, action] of ['Complete', 'Fail and refund'].entries()) {
      const { invoiceId, _id: id } = orders[index]!
      const waiting = page.getByRole('listitem').filter({ hasText: invoiceId })
      await press(waiting, action)
      await fill(page, { 'What you did': 'Played with them' })
      await press(page.getByRole('dialog', { name: action }), action)
      await expectToast(page, 'Delivery settled')
      await expect(waiting).toHaveCount(0)
      assert.equal((await readOrder(asha, id)).status, index === 0 ? 'completed' : 'failed')
    }
    await expect(page.getByRole('heading', { name: 'No orders need attention' })).toBeVisible()
    await axe(page)
  },
)
