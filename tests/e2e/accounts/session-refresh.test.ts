import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright'
import { logout } from '#contract/accounts/auth.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { expect, inOneShop, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import { expectToast, signInAs } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const ACCESS_LIFE_MS = 15 * 60_000
const USER = '/api/v1/user'
const REFRESH = '/api/v1/auth/refresh-token'

/** Delays every refresh until `refused` calls have failed, and counts all answers. */
async function countCalls(context: BrowserContext, callsPerTab: { refused: number }) {
  const answers: string[] = []
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    answers.push(`${response.status()} ${pathname}`)
  })
  const count = (answer: string) => answers.filter((one) => one === answer).length
  await context.route(`**${REFRESH}`, async (route) => {
    await until('calls fail', () => count(`401 ${USER}`) >= callsPerTab.refused)
    await route.continue()
  })
  return count
}

const expectGreeting = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()

journey(
  'calls that fail together refresh the session once, and all succeed',
  { expects: [UNAUTHORIZED] },
  async ({ page, context, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    shop.wait(ACCESS_LIFE_MS)
    const count = await countCalls(context, { refused: 2 })
    await page.goto('/dashboard/home')
    await expectGreeting(page)
    await expect(page.getByRole('button', { name: 'account of Asha Rao' })).toBeVisible()
    assert.deepEqual(
      [count(`401 ${USER}`), count(`200 ${REFRESH}`), count(`200 ${USER}`)],
      [2, 1, 2],
    )
    await page.reload()
    await expectGreeting(page)
    assert.equal(count(`200 ${REFRESH}`), 1)
  },
)

journey(
  'two tabs that need a new session at the same time refresh it once',
  { expects: [UNAUTHORIZED] },
  async ({ page, context, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    const other = await context.newPage()
    shop.wait(ACCESS_LIFE_MS)
    const count = await countCalls(context, { refused: 4 })
    await Promise.all([page.goto('/dashboard/home'), other.goto('/dashboard/home')])
    await Promise.all([expectGreeting(page), expectGreeting(other)])
    assert.deepEqual([count(`401 ${USER}`), count(`200 ${REFRESH}`)], [4, 1])
  },
)

journey(
  'a tab that reads the tokens of another tab late stays signed in',
  { expects: [UNAUTHORIZED] },
  async ({ page, context, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    const other = await context.newPage()
    await other.addInitScript(STALE_STORAGE)
    shop.wait(ACCESS_LIFE_MS)
    const count = await countCalls(context, { refused: 4 })
    await Promise.all([page.goto('/dashboard/home'), other.goto('/dashboard/home')])
    await Promise.all([expectGreeting(page), expectGreeting(other)])
    assert.equal(count(`200 ${REFRESH}`), 1)
    await other.close()
    await page.reload()
    await expectGreeting(page)
  },
)

/** Browsers may delay storage between tabs. This tab sees only what it has written itself since it was opened. */
const STALE_STORAGE = `{
  const then = { ...localStorage }
  const read = Storage.prototype.getItem
  const write = Storage.prototype.setItem
  Storage.prototype.getItem = function (name) {
    return name in then ? then[name] : read.call(this, name)
  }
  Storage.prototype.setItem = function (name, value) {
    delete then[name]
    write.call(this, name, value)
  }
}`

journey(
  'a session that ended on the server signs the browser out, says why and leaves no data',
  { expects: [UNAUTHORIZED] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    await page.goto('/dashboard/home')
    await expectGreeting(page)
    await asha.call(logout, {})
    await page.reload()
    await expectSignedOut(page, 'Refresh token expired or invalid')
  },
)

journey(
  'a session without a refresh token signs out and says why',
  { expects: [UNAUTHORIZED] },
  async ({ page, shop }) => {
    const asha = await signUp(shop, 'Asha Rao')
    await signInAs(page, asha)
    await page.evaluate("localStorage.removeItem('refreshToken')")
    shop.wait(ACCESS_LIFE_MS)
    await page.goto('/dashboard/home')
    await expectSignedOut(page, 'No refresh token found')
  },
)

async function expectSignedOut(page: Page, reason: string): Promise<void> {
  await page.waitForURL('/login')
  await expectToast(page, reason)
  const stored = await page.evaluate('({ ...localStorage })')
  const { root, ...others } = stored as Record<string, string>
  assert.deepEqual(others, {})
  assert.equal(JSON.parse(root!).state.currentUser, null)
}
