import { signUp } from '#tests/support/accounts/people.ts'
import { axe, axeInBothLayouts } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectToast,
  field,
  fill,
  follow,
  newCustomer,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const OFFLINE_WORDS = 'You are offline. Nothing is lost.'
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

journey(
  'a lost network shows a message, keeps typed text, and the button works when it is back',
  { screen: 'phone', expects: [OFFLINE] },
  async ({ page, context }) => {
    await page.goto('/signup')
    const answers = newCustomer()
    await fill(page, answers)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await press(page, 'Sign up')
    await expect(page.getByText(OFFLINE_WORDS)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign up' })).toBeEnabled()
    await expect(page.getByRole('alert')).toHaveCount(0) // one message is enough
    for (const [label, value] of Object.entries(answers))
      await expect(field(page, label)).toHaveValue(value)

    await context.setOffline(false)
    await press(page, 'Sign up')
    await page.waitForURL('/')
    await expectToast(page, 'Signup successful')
  },
)

journey(
  'a lost network keeps the text of the account page and the session',
  { screen: 'phone', expects: [OFFLINE] },
  async ({ page, context, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/dashboard/account-details')
    await fill(page, { 'Full name': 'Asha Rani Rao', 'New password': 'new one' })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await press(page, 'Save')
    await page.getByRole('button', { name: 'account of Asha Rao' }).click() // the code of the menu can't load
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expect(page.getByText(OFFLINE_WORDS)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(field(page, 'Full name')).toHaveValue('Asha Rani Rao')
    await expect(field(page, 'New password')).toHaveValue('new one')

    await context.setOffline(false)
    await press(page, 'Save')
    await expectToast(page, 'Your profile is saved')
    await expect(field(page, 'New password')).toHaveValue('new one')
  },
)

journey(
  'an unreadable response shows an error and keeps typed text',
  { screen: 'phone' },
  async ({ page }) => {
    await page.route('**/api/v1/auth/login', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Gateway</h1>' }),
    )
    await page.goto('/login')
    await fill(page, { Email: 'asha@example.com', Password: 'Passw0rd!' })
    await press(page, 'Log in')
    await expectToast(page, 'Something went wrong!')
    await expect(field(page, 'Email')).toHaveValue('asha@example.com')
  },
)

journey(
  'without a network a message says so, and no link leads away from typed text',
  { screen: 'phone' },
  async ({ page, context }) => {
    await page.goto('/signup')
    await fill(page, { Email: 'asha@example.com' })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE_WORDS)).toBeVisible()
    await axeInBothLayouts(page)
    for (const name of ['Log in', 'Gemstall']) await follow(page, name)
    await expect(page).toHaveURL('/signup')
    await expect(field(page, 'Email')).toHaveValue('asha@example.com')

    await context.setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    await follow(page, 'Log in')
    await page.waitForURL('/login')
  },
)

journey(
  'a page whose data cannot load shows an error, and loads when asked again',
  { screen: 'phone', expects: [/ERR_FAILED/, /ApiError: Something went wrong!/] },
  async ({ page, shop, context }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    const openWithoutAnswer = async () => {
      await page.route('**/api/v1/user', (route) => route.abort())
      await page.goto('/dashboard/home')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong!')
      await axe(page)
      await page.unroute('**/api/v1/user')
    }
    await openWithoutAnswer()
    await context.setOffline(true)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expect(page.getByText(OFFLINE_WORDS)).toBeHidden()
    await context.setOffline(false) // the page then loads by itself
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Asha')
    await openWithoutAnswer()
    await press(page, 'Load again')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Asha')
    await openWithoutAnswer()
    await follow(page, 'Account details')
    await expect(field(page, 'Full name')).toHaveValue('Asha Rao')
  },
)
