import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { getUser } from '#contract/accounts/users.ts'
import { signUpByCall as createAccount } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, type Journey, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import {
  expectToast,
  field,
  fill,
  follow,
  navigate,
  newCustomer,
  press,
  signInAs,
  signOut,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

journey(
  'the link in the welcome mail or a new code verifies an email',
  { screen: 'phone' },
  async ({ page, shop }) => {
    for (const way of ['link', 'code'] as const) {
      const asha = await createAccount(shop, 'Asha Rao')
      await signInAs(page, asha)
      const [mail] = await shop.inbox.waitFor(asha.email, 1)
      await page.goto('/dashboard/home')
      await expect(page.getByText('Your email is not verified yet.')).toBeVisible()
      if (way === 'link') await page.goto(/http\S+account-details\S+/.exec(mail!.text)![0])
      else {
        await follow(page, 'Verify your email')
        await press(page, 'Send code')
        await fill(page, { 'Email code': await shop.inbox.readCode(asha.email) })
      }
      if (way === 'code') await axeInBothLayouts(page)
      await press(page, 'Verify email')
      await expectToast(page, 'Your email is verified')
      await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeHidden()
      assert.equal((await asha.call(getUser, {})).data.isEmailVerified, true)
    }
  },
)

journey(
  'every step of an account works, from sign-up to deletion',
  { screen: 'phone', expects: [UNAUTHORIZED] },
  runAccountLifecycle,
)

async function runAccountLifecycle({ page, shop }: Journey): Promise<void> {
  const asha = newCustomer('Ashalata Rao')
  await signUp(page, asha)
  await signOut(page)
  await expectToast(page, 'Logout successful')
  await resetPasswordByEmail({ page, shop }, asha.Email)
  await verifyPhone({ page, shop }, asha.Phone)
  await signOut(page)
  await signInBySms({ page, shop }, asha.Phone)
  await rename(page, 'Lata Rao')
  await signOut(page)
  await logIn(page, asha.Email, 'second')
  await deleteAccount(page)
  await logIn(page, asha.Email, 'second')
  await expectToast(page, 'The email or password is wrong. Please try again')
}

type Setup = { page: Page; shop: TestShop }

async function signUp(page: Page, answers: ReturnType<typeof newCustomer>): Promise<void> {
  await page.goto('/')
  await follow(page, 'Create your account')
  await fill(page, answers)
  await press(page, 'Sign up')
  await page.waitForURL('/')
  await expectToast(page, 'Signup successful')
  const account = page.getByRole('button', { name: 'account of Ashalata Rao' })
  await expect(account.getByText('Ashal...', { exact: true })).toBeVisible()
  await axeInBothLayouts(page)
}

/** The email was never verified, so the code removes the old password and a new one is set at once. */
async function resetPasswordByEmail({ page, shop }: Setup, email: string): Promise<void> {
  await follow(page, 'Forgot password?')
  // The page before has an Email field too.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await fill(page, { Email: email })
  await press(page, 'Send code')
  await page.waitForURL(/\/verify\?email=.*token=/)
  await expectToast(page, 'OTP sent successfully!')
  await axeInBothLayouts(page)
  await fill(page, { OTP: await shop.inbox.readCode(email) })
  await press(page, 'Verify')
  await expectToast(page, 'Login successful')
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await axeInBothLayouts(page)
  await fill(page, { 'New password': 'second' })
  await press(page, 'Set password')
  await page.waitForURL('/')
  await expectToast(page, 'Your new password is set')
}

async function verifyPhone({ page, shop }: Setup, phone: string): Promise<void> {
  await follow(page, 'Go to your dashboard')
  await expect(page.getByRole('heading', { name: 'Hello, Ashalata' })).toBeVisible()
  await axeInBothLayouts(page)
  await page.getByRole('main').getByRole('link', { name: 'Account details' }).click()
  await page.waitForURL('/dashboard/account-details')
  await expect(field(page, 'Phone')).toHaveValue(phone)
  await press(page, 'Send OTP')
  await fill(page, { OTP: await shop.inbox.readCode(phone) })
  await axeInBothLayouts(page)
  await press(page, 'Verify')
  await expectToast(page, 'Phone number verified')
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
}

async function signInBySms({ page, shop }: Setup, phone: string): Promise<void> {
  const before = await shop.inbox.countCodes(phone)
  shop.wait(60_000) // otherwise the shop says that a code was sent just now
  await follow(page, 'Log in with a code by SMS')
  await fill(page, { Phone: phone })
  await press(page, 'Send code')
  await page.waitForURL(/\/verify\?phone=.*token=/)
  await fill(page, { OTP: await shop.inbox.readCode(phone, before) })
  await press(page, 'Verify')
  await page.waitForURL('/')
  await expectToast(page, 'Phone number verified')
}

async function rename(page: Page, name: string): Promise<void> {
  await navigate(page, '/dashboard/account-details')
  await fill(page, { 'Full name': name })
  await press(page, 'Save')
  await expectToast(page, 'Your profile is saved')
  await expect(page.getByRole('button', { name: `account of ${name}` })).toBeVisible()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await fill(page, { Email: email, Password: password })
  await press(page, 'Log in')
}

async function deleteAccount(page: Page): Promise<void> {
  await page.waitForURL('/') // leaving the page earlier would interrupt signing in
  await expectToast(page, 'Login successful')
  await navigate(page, '/dashboard/account-details')
  await press(page, 'Delete account')
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await axeInBothLayouts(page)
  await press(question, 'Delete account')
  await page.waitForURL('/login')
  await expectToast(page, 'Your account is deleted')
  assert.equal(await page.evaluate("localStorage.getItem('accessToken')"), null)
}
