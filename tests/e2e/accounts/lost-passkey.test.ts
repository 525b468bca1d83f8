import { getUser } from '#contract/accounts/users.ts'
import { newEmail, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { makeStaff } from '#tests/support/accounts/staff.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, journey, REFUSED, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { expectToast, field, fill, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { addPasskeyDevice } from '#tests/e2e/support/passkey-device.ts'

const AFTER_CONFIRMATION_MS = 11 * 60_000

journey(
  'a customer confirms with a passkey, loses it, and gets the account back when two people agree',
  { screen: 'phone', expects: [REFUSED, UNAUTHORIZED] },
  async ({ page, shop, openAnotherBrowser }) => {
    const admin = await signUpAdmin(shop)
    const support = await makeStaff(shop, admin, { name: 'Hari Help', rights: ['customers'] })
    const asha = await signUp(shop, 'Asha Rao')
    await addPasskeyDevice(page)
    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')
    await press(page, 'Add passkey')
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await expect(dialog).toBeFocused() // a focused field would bring up the phone's keyboard
    await fill(dialog, { 'Your password': asha.password })
    await press(dialog, 'Add')
    await press(page.getByRole('dialog', { name: 'Keep your recovery codes' }), 'I’ve saved them')
    const factors = page.getByRole('list', { name: 'Your second factors' })
    await expect(factors).toContainText('This devicePasskey')
    await axeInBothLayouts(page)
    shop.wait(AFTER_CONFIRMATION_MS)
    await field(page, 'Amount in rupees').fill('500')
    await press(page, 'Lock')
    await press(page.getByRole('dialog', { name: "Confirm that it's you" }), 'Use your passkey')
    await expectToast(page, 'Your profile is saved')
    expect((await asha.call(getUser, {})).data.spendingLock).toBe(500_00)

    const email = newEmail('Asha again')
    const helper = await openAnotherBrowser()
    await signInAs(helper, support)
    await helper.goto(`/admin/user/${asha.id}`)
    await press(helper, 'Recover account')
    await fill(helper, {
      'New email': email,
      'How did you recognise the owner?': 'Ticket 7: named three orders',
    })
    await axeInBothLayouts(helper)
    await press(helper, 'Ask for approval')
    await expectToast(helper, 'An administrator must approve this. They’ve been told')

    await signInAs(helper, admin)
    await helper.goto('/admin/recovery?state=waiting')
    await axeInBothLayouts(helper)
    await press(helper, 'Decide the recovery of Asha Rao')
    const decision = helper.getByRole('dialog', { name: 'Recover Asha Rao’s account?' })
    await expect(decision).toContainText('Ticket 7')
    await axeInBothLayouts(helper)
    await press(decision, 'Approve')
    await expectToast(helper, 'Account recovered')

    await page.reload()
    await page.waitForURL(/\/login/) // everybody is signed out
    await page.goto('/forget-password')
    await fill(page, { Email: email })
    await press(page, 'Send code')
    await page.waitForURL(/\/verify\?/)
    await fill(page, { OTP: await shop.inbox.readCode(email, 0) })
    await press(page, 'Verify')
    await press(page, 'Continue without a password')
    await page.waitForURL('/')
    await page.goto('/dashboard/account-details')
    await expect(field(page, 'Email')).toHaveValue(email)
    await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible()
    await expect(factors).toBeHidden()
  },
)
