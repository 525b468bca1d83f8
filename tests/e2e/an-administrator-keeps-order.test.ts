import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import {
  axe,
  axeInBothLooks,
  expect,
  expectBrightness,
  inOneShop,
  journey,
  REFUSED,
  UNAUTHORIZED,
} from './browser.ts'
import { expectToast, field, logIn, press, settle, toast } from './people.ts'

/** A shop with twelve more accounts than the one searched for. */
async function openCrowdedShop(shop: TestShop): Promise<{ admin: Member; bala: Member }> {
  const admin = await signUpAdmin(shop)
  const bala = await signUp(shop, 'Bala Iyer')
  await shop.sql`
    insert into users (id, full_name, email, created_at, updated_at)
    select gen_random_uuid(), 'Rohan Mehta', 'rohan.' || n || '@example.com', now(), now()
    from generate_series(1, 12) n`
  return { admin, bala }
}

const inShop = inOneShop(openCrowdedShop)

inShop(
  'an administrator finds an account and blocks it, and its owner is out',
  { screen: 'desktop', expects: [UNAUTHORIZED, REFUSED] },
  async ({ page, shop, openAnother }, { admin }) => {
    const bala = await signUp(shop, 'Bala Iyer')
    const theirs = await openAnother()
    await settle(theirs, bala)
    await theirs.goto('/dashboard/home')
    await expect(theirs.getByRole('heading', { name: 'Hello, Bala' })).toBeVisible()

    await settle(page, admin)
    await page.goto('/')
    await openUsers(page)
    await axeInBothLooks(page)
    await field(page, 'Search').fill(bala.email)
    await press(page.getByRole('row', { name: bala.email }), 'Edit Bala Iyer')
    const dialog = page.getByRole('dialog', { name: 'Bala Iyer' })
    await axeInBothLooks(page)
    await field(dialog, 'State').selectOption('blocked')
    await press(dialog, 'Save')
    await expect(dialog).toBeHidden()
    await expectBottomCentre(page, 'User updated')
    await expect(page.getByRole('cell', { name: 'Blocked' })).toBeVisible()

    await theirs.reload()
    await theirs.waitForURL('/login')
    await expectToast(theirs, 'Refresh token expired or invalid')
    await logIn(theirs, bala)
    await expectToast(theirs, 'This account is blocked. Please contact support')
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
  'where one is in the list of users is in the address: page, field and words',
  {},
  async ({ page, shop }) => {
    const { admin, bala } = await openCrowdedShop(shop)
    await settle(page, admin)
    await page.goto('/admin/user')
    const rows = page.getByRole('table', { name: 'Users' }).getByRole('row')
    await expect(rows).toHaveCount(11)
    await press(page, 'Next page')
    await page.waitForURL('/admin/user?page=2')
    await expect(rows).toHaveCount(5)
    await page.reload()
    await expect(rows).toHaveCount(5)
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

journey('the list waits half a second for more to be typed, then asks once', {}, async (visit) => {
  const { page, shop } = visit
  await page.clock.install()
  await settle(page, await signUpAdmin(shop))
  await page.goto('/admin/user')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  const asked: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/user/all') asked.push(searchParams.get('search'))
  })
  await page.clock.pauseAt(Date.now() + 1_000)
  for (const letter of 'amrita') {
    await page.clock.runFor(499)
    await field(page, 'Search').press(letter)
  }
  await page.clock.runFor(499)
  assert.deepEqual(asked, [])
  const response = page.waitForResponse(/search=amrita/)
  await page.clock.runFor(1)
  await response
  await page.clock.resume()
  await page.waitForURL('/admin/user?search=amrita')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row')).toHaveCount(2)
  assert.deepEqual(asked, ['amrita'])
})

inShop(
  'the back office is for administrators, and starts dark',
  {},
  async ({ page, shop, openAnother }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/admin/user')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You do not have permission to access this page.')).toBeVisible()
    await axe(page)
    await page.goto('/')
    await page.getByRole('button', { name: 'account of Asha Rao' }).click()
    await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Admin panel' })).toHaveCount(0)
    await expectBrightness(page, 'light')

    const theirs = await openAnother()
    await settle(theirs, await signUpAdmin(shop))
    await theirs.goto('/admin/nothing-of-this-name')
    await theirs.waitForURL('/admin/home')
    await expectBrightness(theirs, 'dark')
    await press(theirs, 'Switch between light and dark')
    await expectBrightness(theirs, 'light')
    await theirs.reload()
    await expectBrightness(theirs, 'light')
    await axe(theirs)
  },
)
