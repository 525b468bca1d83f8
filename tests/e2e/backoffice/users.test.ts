import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, axeInBothLayouts, expectColorScheme } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import {
  expectToast,
  field,
  logIn,
  press,
  signInAs,
  toast,
} from '#tests/e2e/support/page-actions.ts'

/** A shop with twelve more accounts than the one searched for. */
async function addManyUsers(shop: TestShop): Promise<{ admin: Member; bala: Member }> {
  const admin = await signUpAdmin(shop)
  const bala = await signUp(shop, 'Bala Iyer')
  await shop.sql`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Rohan Mehta', 'rohan.' || n || '@example.com', now(), now()
    from generate_series(1, 12) n`
  return { admin, bala }
}

const journey = inOneShop(addManyUsers)

journey(
  'an administrator finds and blocks an account, and its owner is signed out',
  { screen: 'desktop', expects: [UNAUTHORIZED, REFUSED] },
  async ({ page, shop, openAnotherBrowser }, { admin }) => {
    const kiran = await signUp(shop, 'Kiran Shah')
    const otherPage = await openAnotherBrowser()
    await signInAs(otherPage, kiran)
    await otherPage.goto('/dashboard/home')
    await expect(otherPage.getByRole('heading', { name: 'Hello, Kiran' })).toBeVisible()

    await signInAs(page, admin)
    await page.goto('/')
    await openUsers(page)
    await axeInBothLayouts(page)
    await field(page, 'Search').fill(kiran.email)
    await press(page.getByRole('row', { name: kiran.email }), 'Edit Kiran Shah')
    const dialog = page.getByRole('dialog', { name: 'Kiran Shah' })
    await axeInBothLayouts(page)
    await field(dialog, 'State').selectOption('blocked')
    await press(dialog, 'Save')
    await expect(dialog).toBeHidden()
    await expectBottomCentre(page, 'User updated')
    await expect(page.getByRole('cell', { name: 'Blocked' })).toBeVisible()

    await otherPage.reload()
    await otherPage.waitForURL('/login')
    await expectToast(otherPage, 'Refresh token expired or invalid')
    await logIn(otherPage, kiran)
    await expectToast(otherPage, 'This account is blocked. Please contact support')
  },
)

async function openUsers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'account of Amrita Admin' }).click()
  await page.getByRole('menuitem', { name: 'Admin panel' }).click()
  await page.waitForURL('/admin/home')
  await expect(page.getByRole('heading', { name: 'Newest accounts' })).toBeVisible()
  await axe(page)
  await page.getByRole('navigation', { name: 'Back office' }).getByText('Users').click()
  await page.waitForURL('/admin/user')
}

async function expectBottomCentre(page: Page, message: string): Promise<void> {
  const box = (await toast(page, message).boundingBox())!
  const { width, height } = page.viewportSize()!
  assert.ok(Math.abs(box.x + box.width / 2 - width / 2) < 2, 'in the middle')
  assert.ok(box.y + box.height > height - 40, 'at the bottom')
  await expectToast(page, message)
}

journey(
  'the address of the list of users keeps its page and search',
  {},
  async ({ page, shop }, { admin, bala }) => {
    const [users] = await shop.sql<[{ count: number }]>`select count(*)::integer from users`
    const onSecondPage = users.count - 10
    await signInAs(page, admin)
    await page.goto('/admin/user')
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
    await expect(rows).toHaveCount(11)
    await press(page, 'Next page')
    await page.waitForURL('/admin/user?page=2')
    await expect(rows).toHaveCount(onSecondPage + 1)
    await page.reload()
    await expect(rows).toHaveCount(onSecondPage + 1)
    await expect(page.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
      'aria-current',
      'page',
    )

    await field(page, 'Search').fill('bala iyer')
    await page.waitForURL('/admin/user?search=bala+iyer') // on its first page
    await expect(rows).toHaveCount(2)
    await page.reload()
    await expect(field(page, 'Search')).toHaveValue('bala iyer')
    await expect(page.getByRole('cell', { name: bala.email })).toBeVisible()

    await field(page, 'Search').fill(bala.phone)
    await page.waitForURL(`/admin/user?search=${bala.phone}`)
    await expect(rows).toHaveCount(2)
    await field(page, 'Search').fill('nobody at all')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
    await axe(page)
  },
)

journey(
  'the list sends one search, half a second after the last key',
  {},
  async ({ page }, { admin }) => {
    await page.clock.install()
    await signInAs(page, admin)
    await page.goto('/admin/user')
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/user/all') asked.push(searchParams.get('search'))
    })
    await page.clock.pauseAt(Date.now() + 1_000)
    for (const letter of 'bala') {
      await page.clock.runFor(499)
      await field(page, 'Search').press(letter)
    }
    await page.clock.runFor(499)
    assert.deepEqual(asked, [])
    const response = page.waitForResponse(/search=bala/)
    await page.clock.runFor(1)
    await response
    await page.clock.resume()
    await page.waitForURL('/admin/user?search=bala')
    await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
    assert.deepEqual(asked, ['bala'])
  },
)

journey(
  'the back office is for administrators, and starts dark',
  {},
  async ({ page, shop, openAnotherBrowser }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/admin/user')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You do not have permission to access this page.')).toBeVisible()
    await axe(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'account of Asha Rao' }).click()
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Admin panel' })).toHaveCount(0)
    await expectColorScheme(page, 'light')

    const otherPage = await openAnotherBrowser()
    await signInAs(otherPage, await signUpAdmin(shop))
    await otherPage.goto('/admin/nothing-of-this-name')
    await otherPage.waitForURL('/admin/home')
    await expectColorScheme(otherPage, 'dark')
    await press(otherPage, 'Switch between light and dark')
    await expectColorScheme(otherPage, 'light')
    await otherPage.reload()
    await expectColorScheme(otherPage, 'light')
    await axe(otherPage)
  },
)
