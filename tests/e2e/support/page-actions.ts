import type { Locator, Page } from 'playwright'
import { newEmail, newPhone, PASSWORD, type Member } from '#tests/support/accounts/people.ts'
import { expect } from './browser.ts'
import { SMALLEST_PAGE, waitUntilInteractive } from './contexts.ts'

/** Form values of a new customer on the sign-up page. */
export const newCustomer = (fullName = 'Asha Rao') => ({
  'Full name': fullName,
  Email: newEmail(fullName),
  Phone: newPhone(),
  Password: PASSWORD,
})

export async function fill(page: Page | Locator, answers: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(answers)) await field(page, label).fill(value)
}

export const field = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(label, { exact: true })

export const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export const follow = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('link', { name, exact: true }).click()

export const toast = (page: Page, message: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByRole('alert').filter({ hasText: message })

const CLOSING_MS = 10_000 // longer than any message stays

/** Expects a message and closes it, so that it covers nothing. In a slow browser it may leave by itself first. */
export async function expectToast(page: Page, message: string): Promise<void> {
  const shown = toast(page, message)
  await expect(shown).toBeVisible()
  const close = shown.getByRole('button', { name: 'close', exact: true })
  await close.click({ timeout: CLOSING_MS }).catch(() => {})
  await page.mouse.move(0, 0) // one that replaces it would stay for as long as the pointer is on it
  await expect(shown).toBeHidden()
}

/** Expects an error below its field that is announced and read out with the field. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const input = field(page, label)
  await expect(input).toHaveAttribute('aria-invalid', 'true')
  const ids = (await input.getAttribute('aria-describedby')) ?? ''
  const error = page.locator(`[id="${ids.split(' ').at(-1)}"]`)
  await expect(error).toHaveText(message)
  await expect(error).toHaveRole('alert')
}

/** Types key by key, as a person would. */
export const type = (page: Page, label: string, text: string): Promise<void> =>
  field(page, label).pressSequentially(text)

/** Signs this browser in with the tokens of somebody who signed in through the API. */
export async function signInAs(page: Page, { tokens }: Pick<Member, 'tokens'>): Promise<void> {
  if (!page.url().endsWith(SMALLEST_PAGE)) await page.goto(SMALLEST_PAGE)
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(tokens)})`)
}

/** Opens a page as a link does, without loading the shop again. Resolves after redirects. */
export async function navigate(page: Page, path: string): Promise<void> {
  await waitUntilInteractive(page)
  await page.evaluate(`window.__reactRouterDataRouter.navigate('${path}')`)
}

export async function logIn(page: Page, { email, password }: Member): Promise<void> {
  await fill(page, { Email: email, Password: password })
  await press(page, 'Log in')
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('/login')
}
