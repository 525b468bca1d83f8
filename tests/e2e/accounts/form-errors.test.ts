import type { Page } from 'playwright'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { provePhone, wrong } from '#tests/support/accounts/codes.ts'
import { newPhone, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  newCustomer,
  press,
  signInAs,
  type,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const PASSWORDS = [
  ['Sh0rt!', 'Password must be at least 8 characters long'],
  ['Password!', 'Password must contain at least one number'],
  ['Passw0rds', 'Password must contain at least one special character'],
  ['passw0rd!', 'Password must contain at least one uppercase letter'],
  ['PASSW0RD!', 'Password must contain at least one lowercase letter'],
] as const

journey(
  'sign-up shows each error beside its field, and focuses the first one',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await page.goto('/signup')
    await press(page, 'Sign up')
    for (const label of ['Full name', 'Email', 'Phone', 'Password'])
      await expectFieldError(page, label, 'All fields are required')
    await expect(field(page, 'Full name')).toBeFocused()
    await axeInBothLayouts(page)

    await type(page, 'Full name', 'Asha 2')
    await expectFieldError(page, 'Full name', 'Full name can only contain letters and spaces')
    await type(page, 'Email', 'asha@')
    await expectFieldError(page, 'Email', 'Invalid email address')
    await type(page, 'Phone', 'nine 98-76')
    await expect(field(page, 'Phone')).toHaveValue('9876')
    await expectFieldError(page, 'Phone', 'Phone number must be 10 digits')
    for (const [password, message] of PASSWORDS) {
      await fill(page, { Password: password })
      await expectFieldError(page, 'Password', message)
    }

    const answers = { ...newCustomer(), Email: asha.email }
    await fill(page, answers)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await press(page, 'Sign up')
    await expectFieldError(page, 'Email', 'This e-mail is already registered')
    await expect(field(page, 'Email')).toBeFocused()
    await expectToast(page, 'This e-mail is already registered')
    for (const [label, value] of Object.entries(answers))
      await expect(field(page, label)).toHaveValue(value)
  },
)

journey(
  'a phone field keeps ten digits of a typed or pasted number',
  { screen: 'phone' },
  async ({ page }) => {
    await page.goto('/login-otp')
    for (const typed of ['+91 98765 43210', '98765432109876', '(98765) 43210']) {
      await fill(page, { Phone: typed })
      await expect(field(page, 'Phone')).toHaveValue('9876543210')
    }
  },
)

journey(
  'login reports missing fields, and a wrong email and a wrong password alike',
  { screen: 'phone', expects: [UNAUTHORIZED, REFUSED] },
  async ({ page, shop }) => {
    const [admin, bala] = [await signUpAdmin(shop), await signUp(shop, 'Bala Iyer')]
    await admin.call(editUserAsAdmin, { id: bala.id, isBlocked: true })
    await page.goto('/login')
    await press(page, 'Log in')
    await expectFieldError(page, 'Email', 'Email is required')
    await expectFieldError(page, 'Password', 'Password is required')
    await type(page, 'Email', 'bala')
    await expectFieldError(page, 'Email', 'Invalid email address')

    for (const [email, password, message] of [
      [bala.email, 'Wrong123!', 'The email or password is wrong. Please try again'],
      ['nobody@example.com', 'Wrong123!', 'The email or password is wrong. Please try again'],
      [bala.email, bala.password, 'This account is blocked. Please contact support'],
    ] as const) {
      await fill(page, { Email: email, Password: password })
      await press(page, 'Log in')
      await expectToast(page, message)
      await expect(page.getByRole('main').getByRole('alert')).toHaveText(message)
    }
    await axe(page)
  },
)

journey(
  'forms for codes show the messages of the specification',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await page.goto('/login-otp')
    await press(page, 'Send code')
    await expectFieldError(page, 'Phone', 'Phone number is required')
    await type(page, 'Phone', '98765')
    await expectFieldError(page, 'Phone', 'Phone number must be 10 digits long')

    await page.goto('/forget-password')
    await press(page, 'Send code')
    await expectFieldError(page, 'Email', 'Email is required')
    await fill(page, { Email: asha.email })
    await press(page, 'Send code')
    await press(page, 'Verify')
    await expectFieldError(page, 'OTP', 'OTP is required')
    await type(page, 'OTP', '12x')
    await expectFieldError(page, 'OTP', 'OTP must be 4 digits long')
    const code = wrong(await shop.inbox.readCode(asha.email))
    await fill(page, { OTP: code })
    for (let tries = 4; tries > 0; tries--) await tryCode(page, 'This code is wrong.')
    await tryCode(page, 'This code has expired.')
    await axe(page)
  },
)

async function tryCode(page: Page, message: string): Promise<void> {
  await press(page, 'Verify')
  await expectToast(page, message)
  await expect(field(page, 'OTP')).toHaveAccessibleDescription(new RegExp(message))
}

journey(
  'a new password is set with a code, and follows the rules of sign-up',
  { screen: 'phone' },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await page.goto('/reset-password')
    await press(page, 'Send code')
    await expectFieldError(page, 'Email', 'Email is required')
    await fill(page, { Email: asha.email })
    await press(page, 'Send code')
    await press(page, 'Set password')
    await expectFieldError(page, 'OTP', 'OTP is required')
    await expectFieldError(page, 'New password', 'Please enter a new password')
    for (const [password, message] of PASSWORDS) {
      await fill(page, { 'New password': password })
      await expectFieldError(page, 'New password', message)
    }
    await axe(page)
    const code = await shop.inbox.readCode(asha.email)
    await fill(page, { OTP: code, 'New password': 'Br4nd-new!' })
    await press(page, 'Set password')
    await page.waitForURL('/')
    await expectToast(page, 'Your new password is set and your email is verified.')
  },
)

journey(
  'the account page shows each error beside its field',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await provePhone(shop, asha)
    await signInAs(page, asha)
    await page.goto('/dashboard/account-details')

    await fill(page, { 'Full name': 'R2D2', Email: '' })
    await press(page, 'Save')
    await expectFieldError(page, 'Full name', 'Full name can only contain letters and spaces')
    await expectFieldError(page, 'Email', 'Please enter your email')

    await press(page, 'Set password')
    await expectFieldError(page, 'New password', 'Please enter a new password')
    await type(page, 'New password', 'short')
    await expectFieldError(page, 'New password', 'Password must be at least 6 characters long')

    await press(page, 'Send OTP')
    await expectFieldError(page, 'Phone', 'Please enter a valid phone number')
    await type(page, 'Phone', '98765')
    await expectFieldError(page, 'Phone', 'Please enter a valid phone number')
    await fill(page, { Phone: asha.phone })
    await press(page, 'Send OTP')
    await expectToast(page, 'Phone number already verified')
    await expect(page.getByRole('main').getByText('Phone number already verified')).toBeVisible()

    const another = newPhone()
    await fill(page, { Phone: another })
    await press(page, 'Send OTP')
    await press(page, 'Verify')
    await expectFieldError(page, 'OTP', 'Please enter OTP')
    await axe(page)
    await press(page, 'Use another phone')
    await expect(field(page, 'Phone')).toBeVisible()
  },
)
