import { editSettings } from '#contract/catalogue/settings.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import { expectPaid, goToReview, setUpCheckout, signInBuyer } from '#tests/e2e/support/checkout.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { fill, press, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(setUpCheckout)

journey(
  'a customer under 18 says so while paying, a parent agrees by email, and the order goes on',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop, openAnotherBrowser }, checkoutShop) => {
    const { admin } = checkoutShop
    const parent = newEmail('Padma Rao')
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await admin.call(editSettings, { ageRule: 'parent' })
    await goToReview(page, checkout)
    await press(page, 'Proceed to Pay')
    const age = page.getByRole('dialog', { name: 'How old are you?' })
    await press(age, 'Continue')
    await expect(age.getByRole('alert')).toHaveText('Please choose one')
    await axeInBothLayouts(page)
    await keys.tabTo(page, age.getByRole('radio', { name: 'I’m 18 or older' }))
    await page.keyboard.press('ArrowDown')
    await expect(age.getByRole('radio', { name: 'I’m under 18' })).toBeChecked()
    await page.keyboard.press('Enter')
    const asking = page.getByRole('dialog', { name: 'Ask your parent or guardian' })
    await fill(asking, { 'Their email': parent })
    await axeInBothLayouts(page)
    await press(asking, 'Send the email')
    await expect(asking).toContainText(`We’ve sent an email to ${parent}`)

    const { text } = await shop.inbox.find(parent, /^Asha asks for your consent/)
    const padma = await openAnotherBrowser()
    await padma.goto(/https?:\S+(\/parent-consent\?token=\S+)/.exec(text)![1]!)
    await press(padma, 'Agree')
    await expect(padma.getByRole('alert')).toHaveText('Tick this first')
    await axeInBothLayouts(padma)
    await padma.getByRole('checkbox').check()
    await press(padma, 'Agree')
    await expect(padma.getByText('You agreed, so Asha can buy')).toBeVisible()

    await press(asking, 'They’ve agreed')
    await page.waitForURL(/\/purchase\/status\?status=true&orderId=/)
    await expectPaid(page)
    await admin.call(editSettings, { ageRule: 'off' })
    await press(padma, 'Withdraw consent')
    await expect(padma.getByText('You didn’t agree, so Asha can’t buy')).toBeVisible()
    const office = await openAnotherBrowser()
    await signInAs(office, admin)
    await office.goto(`/admin/user/${checkout.asha.id}`)
    await expect(office.getByText('Under 18, parent didn’t agree')).toBeVisible()
    await press(office, 'Ask age again')
    await press(office.getByRole('alertdialog'), 'Ask again')
    await expect(office.getByText('Under 18')).toBeHidden()
  },
)
