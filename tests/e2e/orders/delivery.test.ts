import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import type { FullItem } from '#contract/catalogue/games.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { readOrder } from '#tests/support/orders/orders.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey } from '#tests/e2e/support/browser.ts'
import {
  buy,
  listDeliveredTo,
  savePlayer,
  setUpDeliveryShop,
  whileSupplierFails,
} from '#tests/e2e/support/delivery-shop.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'
import { expectPaid, purchasePath } from '#tests/e2e/support/checkout.ts'

const journey = inOneShop(setUpDeliveryShop)

async function signInBuyer({ shop, page }: Journey): Promise<Member> {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 500_00)
  await signInAs(page, asha)
  return asha
}

async function enterPlayer(page: Page, pack: FullItem, player: Record<string, string>) {
  await page.goto(purchasePath(pack))
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
  'a paid pack is delivered automatically, and its page shows each step',
  { screen: 'phone' },
  async (setup, { packs }) => {
    const { page, shop } = setup
    await signInBuyer(setup)
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
  'a pack that the supplier refuses is refunded automatically',
  { screen: 'phone' },
  async (setup, { packs }) => {
    const { page } = setup
    await signInBuyer(setup)
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
  'a customer corrects an unknown player and gets the pack',
  { screen: 'phone', expects: [/status of 404/] },
  async (setup, { packs }) => {
    const { page, shop } = setup
    await signInBuyer(setup)
    await page.goto(purchasePath(packs.colosseum))
    await fill(page, { Captain: '900000001' })
    await field(page, 'Sea').selectOption('Europe')
    await whileSupplierFails(shop, async () => {
      await press(page, 'Validate')
      await page.waitForURL(/\/purchase\/review\?/)
    })
    await pay(page)
    await expect(page.getByRole('heading', { name: 'This player wasn’t found' })).toBeVisible()
    await axe(page)

    await navigate(page, '/dashboard/home')
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

const REPORT_OLD_STATE = `new MutationObserver(() => {
  if (document.body.innerText.includes('This player wasn’t found')) console.error('taken back')
}).observe(document.body, { subtree: true, childList: true })`

journey('an outdated response does not replace newer data', {}, async (setup, { packs }) => {
  const { page, shop } = setup
  const asha = await signInBuyer(setup)
  const gameDetailId = await whileSupplierFails(shop, () =>
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
  await page.evaluate(REPORT_OLD_STATE)
  release()
  await (await late).finished()
  await page.evaluate('new Promise(requestIdleCallback)') // the page has handled the answer
  await expect(badge(page, 'Completed')).toBeVisible()
})

journey(
  'a customer can take a refund instead, after one confirmation',
  {},
  async (setup, { packs }) => {
    const { page, shop } = setup
    const asha = await signInBuyer(setup)
    const gameDetailId = await whileSupplierFails(shop, () =>
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
    `an administrator settles a delivery without a known outcome: ${end}, on a ${screen}`,
    { screen },
    async (setup, { admin, packs }) => {
      const { page, openAnotherBrowser } = setup
      const asha = await signInBuyer(setup)
      const input = { pack: packs.colosseum, playerId: '900000003', zoneId: 'Asia' }
      const gameDetailId = await savePlayer(asha, input)
      const { _id: id, invoiceId } = await buy({ ...asha, gameDetailId }, input.pack, 'person')
      await page.goto(`/dashboard/orders/${id}`)
      await expect(page.getByText('We’re looking into it. Your money is safe.')).toBeVisible()
      await axe(page)

      const otherPage = await openAnotherBrowser()
      await signInAs(otherPage, admin)
      await otherPage.goto('/admin/home')
      if (screen === 'phone') {
        await press(otherPage, 'Menu, something needs attention')
        await axe(otherPage)
      }
      const navigation = otherPage.getByRole('navigation', { name: 'Back office' })
      const waitingLink = navigation.getByRole('link', { name: 'Waiting', exact: true })
      await expect(waitingLink).toHaveAccessibleDescription(/attention/)
      await waitingLink.click()
      const waiting = otherPage.getByRole('listitem').filter({ hasText: invoiceId })
      await expect(waiting).toContainText('doesn’t report the outcome')
      await expect(waiting).toContainText('Smile.One')
      await axe(otherPage)
      await press(waiting, action)
      const dialog = otherPage.getByRole('dialog', { name: action })
      await expect(dialog).toContainText('₹100.00')
      await press(dialog, action)
      await expectFieldError(otherPage, 'How you know', 'Please say what happened')
      await axe(otherPage)
      await fill(otherPage, { 'How you know': 'Seen in their books' })
      await press(dialog, action)
      await expect(
        otherPage.getByRole('heading', { name: 'No orders need attention' }),
      ).toBeVisible()
      await expect(badge(page, end)).toBeVisible()
    },
  )

journey(
  'an order for manual delivery waits for staff, and is completed or refunded',
  { screen: 'phone' },
  async (setup, { admin, packs }) => {
    const { page } = setup
    const asha = await signInBuyer(setup)
    const { lanterns } = packs
    const gameDetailId = await savePlayer(asha, { pack: lanterns, playerId: '77712345' })
    const buyer = { ...asha, gameDetailId }
    const orders = [await buy(buyer, lanterns, null), await buy(buyer, lanterns, null)]
    await signInAs(page, admin)
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
