import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { getUser } from '#contract/accounts/users.ts'
import { createPerson } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import {
  expectToast,
  fill,
  newCustomer,
  press,
  signOut,
  toast,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(async () => {})

const readStorage = (page: Page) =>
  page.evaluate('({ ...localStorage })') as Promise<Record<string, string>>

const readRoot = async (page: Page) => JSON.parse((await readStorage(page))['root']!)

const EMPTY_STATE = {
  toast: [],
  game: { categories: [], games: [] },
  banner: [],
  admin: { gallery: [], tag: [], category: [], game: [] },
}

journey(
  'the browser stores two tokens and one state, and after logout no personal data',
  {},
  async ({ page, shop }) => {
    const asha = newCustomer()
    await page.goto('/signup')
    await fill(page, asha)
    await press(page, 'Sign up')
    await expect(toast(page, 'Signup successful')).toBeVisible()
    await until('the browser knows the account', async () => {
      const { currentUser } = (await readRoot(page)).state
      return currentUser !== null
    })
    const { accessToken, refreshToken, root, ...others } = await readStorage(page)
    assert.deepEqual(others, {})
    const tokens = { accessToken: accessToken!, refreshToken: refreshToken! }
    const { data: user } = await createPerson(shop.url, tokens).call(getUser, {})
    assert.equal(user.email, asha.Email)
    const { version, state } = JSON.parse(root!)
    assert.equal(version, 1)
    assert.deepEqual({ ...state, toast: [] }, { ...EMPTY_STATE, currentUser: user })

    await expectToast(page, 'Signup successful')
    await expect(toast(page, 'Signup successful')).toHaveCount(0)
    assert.deepEqual((await readRoot(page)).state.toast, [])
    await page.reload()
    await expect(page.getByRole('button', { name: /, account/ })).toBeVisible()
    await expect(toast(page, 'Signup successful')).toHaveCount(0)

    await signOut(page)
    await expectToast(page, 'Logout successful')
    await expect(toast(page, 'Logout successful')).toHaveCount(0)
    assert.deepEqual(await readStorage(page), {
      root: JSON.stringify({ state: { currentUser: null, ...EMPTY_STATE }, version: 1 }),
    })
  },
)

/** Ends the animation whose end closes a message, and returns how long it would have lasted. */
const END_COUNTDOWN = `document.getAnimations()
  .filter(({ effect }) => effect.target.classList.contains('Toastify__progress-bar'))
  .map((countdown) => {
    countdown.finish()
    return countdown.effect.getTiming().duration
  })`

journey(
  'a message disappears after five seconds, also with reduced motion',
  {},
  async ({ page }) => {
    await page.goto('/color')
    await press(page, 'Good news')
    await expect(toast(page, 'Saved')).toBeVisible()
    assert.deepEqual(await page.evaluate(END_COUNTDOWN), [5_000])
    await expect(toast(page, 'Saved')).toHaveCount(0)
  },
)

journey(
  'one message shows at a time, and a dismissed one does not return',
  {},
  async ({ page }) => {
    await page.goto('/color')
    await press(page, 'Bad news')
    await press(page, 'Good news')
    await expect(toast(page, 'Saved')).toBeVisible()
    await expect(toast(page, 'Something went wrong!')).toHaveCount(0)
    await expect.poll(async () => (await readRoot(page)).state.toast).toEqual([])
    await page.reload()
    await press(page, 'Bad news')
    await expect(toast(page, 'Something went wrong!')).toBeVisible()
    await expect(toast(page, 'Saved')).toHaveCount(0)
  },
)

journey('an unreadable stored state does no harm', {}, async ({ page }) => {
  await page.goto('/healthz')
  for (const root of ['{', 'null', '{"currentUser":"null","_persist":"{}"}']) {
    await page.evaluate(`localStorage.setItem('root', '${root}')`)
    await page.goto('/color')
    await press(page, 'Good news')
    await expectToast(page, 'Saved')
  }
})
