import { signUp } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { expectToast, fill, navigate, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

journey(
  'a code can be sent again after a countdown of a minute, and the new code signs in',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await proveEmail(shop, asha)
    await page.clock.install()
    await page.goto('/forget-password')
    await fill(page, { Email: asha.email })
    await press(page, 'Send code')
    await page.waitForURL(/\/verify\?/)
    const old = page.url()
    const resend = page.getByRole('button', { name: /^Resend/ })
    await expect(resend).toHaveText(/Resend in (60|59|58) s/)
    await expect(resend).toBeDisabled()
    await page.clock.fastForward(30_000)
    await expect(resend).toHaveText(/Resend in (30|29|28) s/)
    await expect(resend).toBeDisabled()
    await page.clock.fastForward(30_000)
    await expect(resend).toHaveText('Resend')

    shop.wait(60_000)
    await resend.click()
    await expect(page).not.toHaveURL(old)
    await expect(resend).toHaveText(/Resend in \d+ s/)
    await expect(resend).toBeDisabled()
    await fill(page, { OTP: await shop.inbox.readCode(asha.email, 1) })
    await press(page, 'Verify')
    await page.waitForURL('/')
    await expectToast(page, 'Login successful')
  },
)

journey(
  'the code page opens only for one phone or one email, with its token',
  {},
  async ({ page }) => {
    const token = 'token=019a9f0e-6d2f-7000-8000-5d0c1f6c4d11'
    const [phone, email] = ['phone=9876543210', 'email=asha@example.com']
    await page.goto('/verify')
    await page.waitForURL('/login')
    for (const query of [phone, email, token, `${phone}&${email}&${token}`, `${phone}&token=1`]) {
      await navigate(page, `/verify?${query}`)
      await expect(page).toHaveURL('/login')
    }
    for (const query of [phone, email]) {
      await navigate(page, `/verify?${query}&${token}`)
      await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible()
    }
  },
)
