import { signUp } from '#tests/support/accounts/people.ts'
import { axe, expect, inOneShop } from './browser.ts'
import { expectToast, field, fill, follow, newcomer, press, settle } from './people.ts'

const journey = inOneShop(async () => {})

const OFFLINE_WORDS = 'You are offline. Nothing is lost.'
const OFFLINE = /ERR_INTERNET_DISCONNECTED/

journey(
  'a dead network is said so, keeps what was typed, and the same press works when it is back',
  { screen: 'phone', expects: [OFFLINE] },
  async ({ page, context }) => {
    await page.goto('/signup')
    const answers = newcomer()
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
  'a dead network loses no text of the account page and asks nobody to sign in again',
  { expects: [OFFLINE] },
  async ({ page, context, shop }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
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

journey('an answer that is none says the same as no answer', {}, async ({ page }) => {
  await page.route('**/api/v1/auth/login', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Gateway</h1>' }),
  )
  await page.goto('/login')
  await fill(page, { Email: 'asha@example.com', Password: 'Passw0rd!' })
  await press(page, 'Log in')
  await expectToast(page, 'Something went wrong!')
  await expect(field(page, 'Email')).toHaveValue('asha@example.com')
})

journey(
  'while there is no network this is said, and no link leads away from what was typed',
  { screen: 'phone', scheme: 'dark' },
  async ({ page, context }) => {
    await page.goto('/signup')
    await fill(page, { Email: 'asha@example.com' })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await expect(page.getByText(OFFLINE_WORDS)).toBeVisible()
    await axe(page)
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
  'a page whose data cannot come says so in its place, and comes when it is asked for again',
  { expects: [/ERR_FAILED/, /ApiError: Something went wrong!/] },
  async ({ page, shop, context }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
    const openDead = async () => {
      await page.route('**/api/v1/user', (route) => route.abort())
      await page.goto('/dashboard/home')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong!')
      await axe(page)
      await page.unroute('**/api/v1/user')
    }
    await openDead()
    await context.setOffline(true)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expect(page.getByText(OFFLINE_WORDS)).toBeHidden()
    await context.setOffline(false) // the page then loads by itself
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Asha')
    await openDead()
    await press(page, 'Load again')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Asha')
    await openDead()
    await follow(page, 'Account details')
    await expect(field(page, 'Full name')).toHaveValue('Asha Rao')
  },
)
