import { createRiskRule, previewRiskRule, switchRiskRule } from '#contract/orders/risk.ts'
import { PASSWORD, signUp, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order } from '#tests/support/orders/orders.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import {
  expectPaid,
  goToReview,
  placeOrder,
  savePlayer,
  setUpCheckout,
  signInBuyer,
  type CheckoutShop,
} from '#tests/e2e/support/checkout.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, fill, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(setUpCheckout)

/** Switches a rule off again, so that the next journey starts without it. */
async function withRule(
  { admin }: CheckoutShop,
  rule: Parameters<typeof createRiskRule.input.parse>[0],
  run: () => Promise<void>,
): Promise<void> {
  const { data } = await admin.call(createRiskRule, createRiskRule.input.parse(rule))
  await admin.call(previewRiskRule, { id: data._id })
  await admin.call(switchRiskRule, { id: data._id, isLive: true })
  await run()
  await admin.call(switchRiskRule, { id: data._id, isLive: false })
}

const buyer = async (shop: TestShop, name: string): Promise<Member> => {
  const person = await signUp(shop, name)
  await endow(shop.sql, person.id, 500_00)
  return person
}

journey(
  'by keyboard, an administrator makes a rule live, delivers one order that it holds and refunds the other',
  {},
  async ({ page, shop }, checkoutShop) => {
    await signInAs(page, checkoutShop.admin)
    await page.goto('/admin/risk')
    await axeInBothLayouts(page)
    await keys.press(page, page.getByRole('button', { name: 'Add rule' }))
    const dialog = page.getByRole('dialog', { name: 'Add rule' })
    await keys.tabTo(page, field(dialog, 'Name'))
    await page.keyboard.insertText('Large orders')
    await field(dialog, 'Kind').selectOption('Amount of the order')
    await keys.tabTo(page, field(dialog, 'Rupees or more'))
    await page.keyboard.insertText('100')
    await expect(dialog).toContainText(
      'Hold the order for review when the order costs ₹100 or more.',
    )
    await axeInBothLayouts(page)
    await keys.press(page, dialog.getByRole('button', { name: 'Add rule' }))
    await expect(page.getByRole('heading', { name: 'Large orders' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Switch on' })).toBeHidden()
    await keys.press(page, page.getByRole('button', { name: 'Preview' }))
    await expect(page.getByText(/It would have caught none of \d+ orders/)).toBeVisible()
    await keys.press(page, page.getByRole('button', { name: 'Switch on' }))
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    const people = [await buyer(shop, 'Asha Rao'), await buyer(shop, 'Ravi Kumar')]
    await page.goto('/admin/review')
    const none = page.getByRole('heading', { name: 'No orders to review' })
    await expect(none).toBeVisible()
    // The review shows the one that was held first, so the second order waits for the first.
    await placeOrder({ ...checkoutShop, asha: people[0]! })
    await expect(page.getByText('1 order is paid and held.')).toBeVisible()
    await placeOrder({ ...checkoutShop, asha: people[1]! })
    await expect(page.getByText('2 orders are paid and held.')).toBeVisible()
    await axeInBothLayouts(page)
    await page.keyboard.down('d')
    await expectToast(page, 'The order is on its way')
    await expect(page.getByText('1 order is paid and held.')).toBeVisible()
    await page.keyboard.down('d') // still held down: decides nothing more
    await page.keyboard.up('d')
    await page.keyboard.press('r')
    const refund = page.getByRole('dialog', { name: 'Refund ₹129.00?' })
    await expect(refund).toContainText('Ravi Kumar gets the money back')
    await fill(page, { Reason: 'He never ordered it' })
    await refund.getByRole('checkbox', { name: 'Email' }).check()
    await axeInBothLayouts(page)
    await keys.press(page, refund.getByRole('button', { name: 'Refund' }))
    await expectToast(page, 'Order refunded')
    await expect(none).toBeVisible()
    const ravi = people[1]!
    const gameDetailId = await savePlayer({ ...checkoutShop, asha: ravi })
    const again = await order({ ...ravi, gameDetailId }, { item: checkoutShop.pack })
    expect(again.code).toBe('ORDER_NOT_TAKEN')
    await page.goto('/admin/review?tab=refused')
    await expect(page.getByText('The customer’s email is on the ban list.')).toBeVisible()
    await page.goto('/admin/risk?tab=bans')
    await expect(page.getByText(ravi.email)).toBeVisible()
    await axeInBothLayouts(page)
    await press(page, `Remove ${ravi.email}`)
    await press(page.getByRole('alertdialog'), 'Delete')
    await expect(page.getByRole('heading', { name: 'Nobody is banned' })).toBeVisible()
    await page.goto('/admin/risk')
    await press(page, 'Switch off')
    await expect(page.getByText('Off', { exact: true })).toBeVisible()
  },
)

journey(
  'a customer who must confirm who they are enters the password while paying, and the order goes on',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const conditions = [{ is: 'amount', rupees: 100 }]
    await withRule(checkout, { name: 'Confirm', outcome: 'step-up', conditions }, async () => {
      await goToReview(page, checkout)
      await shop.sql`update session set proven_at = now() - interval '1 day' where user_id = ${checkout.asha.id}`
      await press(page, 'Proceed to Pay')
      const dialog = page.getByRole('dialog', { name: 'Confirm that it' })
      await expect(dialog).toBeVisible()
      await fill(page, { Password: PASSWORD })
      await press(dialog, 'Continue')
      await page.waitForURL(/\/purchase\/status\?status=true&orderId=/)
      await expectPaid(page)
    })
  },
)
