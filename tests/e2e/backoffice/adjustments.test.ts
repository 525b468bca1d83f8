import { getUser } from '#contract/accounts/users.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(signUpAdmin)

/** Holds frames back, as a busy machine does. A key may be pressed before a frame, and must mean the same after it. */
const HOLD_FRAMES = `
  window.heldFrames = new Map()
  window.requestAnimationFrame = (draw) => (heldFrames.set(draw, draw), draw)
  window.cancelAnimationFrame = (draw) => heldFrames.delete(draw)
`
const DRAW_HELD = '[...heldFrames.values()].forEach((draw) => draw(performance.now()))'

journey(
  'by keyboard, one administrator asks for a debit, another approves it, and the customer reads why',
  {},
  async ({ page, shop, openAnotherBrowser }, admin) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, admin)
    await page.goto(`/admin/user/${asha.id}`)
    await keys.press(page, page.getByRole('button', { name: 'Adjust balance' }))
    const dialog = page.getByRole('dialog', { name: 'Adjust Asha Rao’s balance' })
    await expect(dialog).toBeVisible()
    await field(dialog, 'Adjustment').selectOption('Take money')
    await keys.type(page, { Amount: '12,000', Reason: 'Paid twice', Note: 'Ticket 7' })
    await page.evaluate(HOLD_FRAMES)
    await keys.press(page, dialog.getByRole('button', { name: 'Continue' }))
    const asked = page.getByRole('alertdialog', { name: 'Take ₹12,000.00 from Asha Rao’s wallet?' })
    await expect(asked).toContainText('Below zero, the customer can’t spend from this wallet.')
    await keys.tabTo(page, asked.getByRole('button', { name: 'Take ₹12,000.00' }))
    await page.evaluate(DRAW_HELD)
    await page.keyboard.press('Enter')
    await expectToast(page, 'A second administrator must approve this. They’ve been told')
    await page.goto('/admin/adjustments')
    await press(page, 'Decide the adjustment of Asha Rao')
    await expect(page.getByText('You asked for this adjustment')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()

    const second = await openAnotherBrowser()
    await signInAs(second, await signUpAdmin(shop))
    await second.goto('/admin/adjustments?state=waiting')
    await axeInBothLayouts(second)
    await keys.press(
      second,
      second.getByRole('button', { name: 'Decide the adjustment of Asha Rao' }),
    )
    const decision = second.getByRole('dialog', { name: 'Adjust Asha Rao’s balance?' })
    await expect(decision).toContainText('Ticket 7')
    await axeInBothLayouts(second)
    await keys.press(second, decision.getByRole('button', { name: 'Approve' }))
    await expectToast(second, 'Adjustment approved')
    expect((await asha.call(getUser, {})).data.balance).toBe(-12_000_00)

    const own = await openAnotherBrowser()
    await signInAs(own, asha)
    await own.goto('/dashboard/wallet')
    const notice = own.getByRole('region', { name: 'Your rupee wallet' })
    await expect(notice).toContainText('₹12,000.00 below zero, so you can’t spend from it.')
    await expect(notice).toContainText('Paid twice')
    await expect(notice).not.toContainText('Ticket 7')
    await axeInBothLayouts(own)
  },
)
