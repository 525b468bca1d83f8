import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { listWaiting } from '#contract/orders/deliveries.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import type { PlacedOrder } from '#contract/orders/orders.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { plain } from '#tests/support/catalogue/images.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { tabTo } from '#tests/e2e/support/keyboard.ts'
import { buy, savePlayer, setUpDeliveryShop } from '#tests/e2e/support/delivery-shop.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(setUpDeliveryShop)

const PICTURE = 'Picture for the customer'
const NO_PICTURE = 'Please choose a JPEG, PNG, WebP, AVIF or GIF image'
const NOTE = 'Sent from our own account'
const MESSAGE = 'It is in your mailbox, in the game'

type Purchase = { asha: Member; order: PlacedOrder }

async function buyForManualDelivery(shop: TestShop, pack: FullItem): Promise<Purchase> {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 500_00)
  const gameDetailId = await savePlayer(asha, { pack, playerId: '77712345' })
  return { asha, order: await buy({ ...asha, gameDetailId }, pack, null) }
}

async function openWaiting(page: Page, admin: Member, order: PlacedOrder): Promise<Locator> {
  await signInAs(page, admin)
  await page.goto('/admin/waiting')
  return page.getByRole('listitem').filter({ hasText: order.invoiceId })
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await field(page, PICTURE).setInputFiles({ name, mimeType: 'image/png', buffer })
}

journey(
  'staff claim and deliver an order by hand, and its customer sees the picture',
  { screen: 'phone', expects: [/status of 415/] },
  async ({ page, shop, openAnotherBrowser }, { admin, packs }) => {
    const { asha, order } = await buyForManualDelivery(shop, packs.lanterns)
    const otherPage = await openAnotherBrowser()
    await signInAs(otherPage, asha)
    await otherPage.goto(`/dashboard/orders/${order._id}`)
    await expect(otherPage.getByText('Being delivered to')).toBeVisible()

    const waiting = await openWaiting(page, admin, order)
    await expect(waiting).toContainText('Not claimed yet')
    await press(waiting, 'Claim')
    await expect(waiting).toContainText('Claimed by you since')
    await axeInBothLayouts(page)
    await press(waiting, 'Complete')
    const dialog = page.getByRole('dialog', { name: 'Complete' })
    await press(dialog, 'Complete')
    await expectFieldError(page, 'What you did', 'Please say what happened')
    await fill(page, { 'What you did': NOTE, 'Message to the customer': MESSAGE })
    await choose(page, 'letter.png', Buffer.from('This is a letter'))
    await press(dialog, 'Complete')
    await expectToast(page, NO_PICTURE)
    await expectFieldError(page, PICTURE, NO_PICTURE)
    await expect(field(page, 'What you did')).toHaveValue(NOTE)
    await choose(page, 'proof.png', await plain({ width: 640, height: 480 }).png().toBuffer())
    await axeInBothLayouts(page)
    await press(dialog, 'Complete')
    await expectToast(page, 'Delivery settled')
    await expect(waiting).toHaveCount(0)

    await expect(otherPage.getByText(`Delivered to your player. ${MESSAGE}`).last()).toBeVisible()
    const larger = otherPage.getByRole('link', { name: 'Your delivery of 120 Opals' })
    await expect(larger.getByRole('img')).toBeVisible()
    await axeInBothLayouts(otherPage)
    await otherPage.reload()
    const address = (await larger.getAttribute('href'))!
    assert.equal((await fetch(`${shop.url}${address}`)).status, 200)
    await expect(otherPage.getByText(NOTE)).toHaveCount(0)
  },
)

journey(
  'settling an order that someone else has claimed needs a confirmation',
  { expects: [/status of 409/] },
  async ({ page, shop, openAnotherBrowser }, { admin, packs }) => {
    const ravi = await signUpAdmin(shop, 'Ravi Kumar')
    const { order } = await buyForManualDelivery(shop, packs.lanterns)
    const waiting = await openWaiting(page, admin, order)
    await expect(waiting).toContainText('Not claimed yet')
    const late = Promise.withResolvers<void>() // holds back the list, so that this person claims too late
    await page.route(`**/api/v1${listWaiting.path}`, async (route) => {
      await late.promise
      await route.continue()
    })
    const otherPage = await openWaiting(await openAnotherBrowser(), ravi, order)
    await press(otherPage, 'Claim')
    await expect(otherPage).toContainText('Claimed by you')

    await press(waiting, 'Claim')
    late.resolve()
    await expectToast(page, 'Ravi Kumar has already taken this order')
    await expect(waiting).toContainText('Claimed by Ravi Kumar since')
    await tabTo(page, waiting.getByRole('button', { name: 'Fail and refund' }))
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Ravi Kumar has taken this order' })
    await expect(question).toBeVisible()
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await page.keyboard.press('Enter')
    await press(question, 'Continue anyway')
    const dialog = page.getByRole('dialog', { name: 'Fail and refund' })
    await expect(field(dialog, PICTURE)).toHaveCount(0)
    await fill(page, { 'What you did': 'Ravi is ill' })
    await press(dialog, 'Fail and refund')
    await expectToast(page, 'Delivery settled')
    const [settled] = (await listActions(shop)).filter(
      ({ subject, action }) => subject === `order ${order._id}` && action === 'settle delivery',
    )
    assert.match(JSON.stringify(settled!.before), /Ravi Kumar/)

    const words = 'Smile.One says that it has delivered it after all'
    const raised = { key: 'contradiction', words, path: '/admin/waiting', endsByHand: true }
    await shop.sql.begin((tx) => raiseAlert({ now: () => new Date() }, tx, raised))
    await page.reload()
    const alert = page.getByRole('region', { name: 'Needs attention' })
    await expect(alert).toContainText(words)
    await axe(page)
    await press(alert, `Close alert: ${words}`)
    await expect(alert).toHaveCount(0)
  },
)
