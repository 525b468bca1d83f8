import type { Page } from 'playwright'
import { getPrizes, setPrizes } from '#contract/orders/leaderboard.ts'
import { periodAfter, periodOf, periodStart } from '#contract/core/period.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { createIssue } from '#contract/backoffice/support.ts'
import { signUp, signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { buy, close } from '#tests/support/money/spending.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, journey, REFUSED } from '#tests/e2e/support/browser.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { dashboardFigure } from '#tests/e2e/support/back-office.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  navigate,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

type BusyShop = { admin: Member }

/** Two orders today and one yesterday. The shop knows the cost of one of them. */
async function sellSomeOrders(shop: TestShop): Promise<BusyShop> {
  shop.setClock(new Date('2026-11-12T06:30:00Z'))
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const sell = (rupees: number, at: string) =>
    buy(shop.sql, { userId: asha.id, amount: rupees * 100, at: new Date(at) })
  const known = await sell(1_250, '2026-11-12T05:00:00Z')
  await sell(250, '2026-11-12T05:30:00Z')
  await sell(500, '2026-11-11T05:00:00Z')
  await sell(1_000, '2026-10-11T05:00:00Z')
  await shop.sql`update orders set cost_inr = 1000_00 where id = ${known}`
  await asha.call(createIssue, { issueType: 'other', message: 'Where is it?' })
  return { admin }
}

const inShop = inOneShop(sellSomeOrders)

inShop(
  'the dashboard shows sales of this month and of any days',
  { expects: [REFUSED] },
  async ({ page }, { admin }) => {
    await signInAs(page, admin)
    await page.goto('/admin/home')
    await expect(page.getByRole('heading', { name: 'November 2026' })).toBeVisible()
    await expect(dashboardFigure(page, 'Total Revenue')).toContainText(
      '₹2,000.00+100 %against ₹1,000.00',
    )
    await expect(dashboardFigure(page, 'Total Profit')).toContainText('₹250.00Nothing last month')
    await expect(dashboardFigure(page, 'Total Order')).toContainText('3+200 %against 1 last month')
    await expect(dashboardFigure(page, 'All Query')).toContainText('1Nothing last month')
    await expect(page.getByText('2 orders are in no profit')).toBeVisible()
    await page.getByText('As a table: Transactions, last 7 days').click()
    const rows = page.getByRole('table', { name: 'Transactions, last 7 days' }).getByRole('row')
    await expect(rows.last()).toHaveText('Day 7, 12 Nov 2026₹1,500.00₹250.00')
    await axe(page)

    await field(page, 'Date From').pressSequentially('11/11/2026')
    await field(page, 'Date To').fill('2026-11-11')
    await page.waitForURL('/admin/home?from=2026-11-11&to=2026-11-11')
    await expect(page.getByRole('heading', { name: '11 Nov 2026' })).toBeVisible()
    await expect(dashboardFigure(page, 'Total Revenue')).toContainText(
      '₹500.00Nothing on the day before',
    )
    await expect(field(page, 'Date To')).toHaveValue('11/11/2026')
    await field(page, 'Date To').fill('10/11/2026')
    await expect(page.getByRole('alert')).toHaveText('The start date must be before the end date')
    await press(page, 'This month')
    await expect(dashboardFigure(page, 'Total Order')).toContainText('3')
  },
)

inShop(
  'the website is closed and opened from the dashboard, each after a confirmation',
  { expects: [/status of 503/] },
  async ({ page, openAnotherBrowser }, { admin }) => {
    const otherPage = await openAnotherBrowser()
    await signInAs(page, admin)
    await page.goto('/admin/home')
    await press(page, 'Close Website')
    const dialog = page.getByRole('alertdialog', { name: /website/ })
    await field(dialog, 'What customers read').fill('We are counting the gems.')
    await axe(page)
    await press(dialog, 'Cancel')
    await press(page, 'Discard')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Closed to customers')).toBeHidden()
    await press(page, 'Close Website')
    await field(dialog, 'What customers read').fill('We are counting the gems.')
    await press(dialog, 'Close Website')
    await expect(page.getByText('Closed to customers')).toBeVisible()
    await expectToast(page, 'The website is updated')
    await otherPage.goto('/')
    await expect(otherPage.getByText('We are counting the gems.')).toBeVisible()
    await press(page, 'Open Website')
    await press(dialog, 'Open Website')
    await expect(dialog).toBeHidden()
    await otherPage.goto('/')
    await expect(otherPage.getByRole('heading', { name: 'All games' })).toBeVisible()
  },
)

inShop(
  'the exchange rate is set by keyboard, and a large change needs a confirmation',
  {},
  async ({ page, shop }, { admin }) => {
    await signInAs(page, admin)
    await page.goto('/admin/currency')
    await axe(page)
    const rate = field(page, '₹1 = USD')
    await expect(rate).toHaveValue('0.012')
    await keys.tabTo(page, rate)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await expectFieldError(page, '₹1 = USD', 'Please enter a valid rate')
    await page.keyboard.insertText('0.0125')
    await expect(page.getByText('$1 is then ₹80.00.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Rate updated')
    await expect(page.getByRole('cell', { name: '0.0125' })).toBeVisible()

    await rate.fill('0.125')
    await rate.press('Enter')
    const dialog = page.getByRole('alertdialog', { name: 'Set ₹1 = $0.125?' })
    await expect(dialog).toContainText('prices in dollars change by 900 % at once')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const { data } = await shop.visitor.call(getRate, {})
    expect(data.USD).toBe(0.0125)

    await press(page, 'Add a currency')
    const added = page.getByRole('dialog', { name: 'Add a currency' })
    await field(added, 'Currency').selectOption('EUR, euros')
    await field(added, '₹1 = EUR').fill('0.01')
    await axe(page)
    await press(added, 'Add')
    await expect(page.getByRole('heading', { name: 'Euros (EUR)' })).toBeVisible()
    await axe(page)
    await press(page, 'Stop offering euros')
    await press(page.getByRole('alertdialog', { name: 'Stop offering euros?' }), 'Stop offering')
    await expectToast(page, 'Currency withdrawn')
    await expect(page.getByRole('heading', { name: 'Euros (EUR)' })).toBeHidden()
  },
)

journey(
  'an administrator sets prizes, reclaims one and edits the settings',
  {},
  async ({ page, shop }) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    await buy(shop.sql, { userId: asha.id, amount: 500_00, at: new Date() })
    await admin.call(setPrizes, {
      firstPrize: 100_00,
      secondPrize: 50_00,
      thirdPrize: 25_00,
      topTenPrize: 0,
    })
    await signInAs(page, admin)
    await page.goto('/admin/prize')
    await axe(page)
    await field(page, '1st').fill('-1')
    await press(page, 'Set')
    await expectFieldError(page, '1st', 'An amount can’t be negative')
    await fill(page, { '1st': '2,000.50', '4th to 10th, each': '10' })
    await press(page, 'Set')
    await expectToast(page, 'Prizes updated')
    await expect(page.getByRole('row', { name: /Asha Rao/ })).toContainText('₹500.00₹2,000.50')
    const { data: prizes } = await shop.visitor.call(getPrizes, {})
    expect(prizes.currentPrize).toMatchObject({ firstPrize: 2_000_50, topTenPrize: 10_00 })
    await field(page, 'Month').selectOption('Last month')
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()

    await payPrizeOfLastMonth(shop, asha)
    await page.goto('/admin/prize?period=previous')
    const row = page.getByRole('row', { name: /Asha Rao/ })
    await expect(row).toContainText('Paid')
    await press(row, 'Reclaim prize')
    const dialog = page.getByRole('dialog', { name: 'Reclaim this prize?' })
    await expect(dialog).toContainText('Asha Rao loses ₹700.00')
    await axe(page)
    await press(dialog, 'Reclaim prize')
    await expectFieldError(page, 'Reason', 'Enter a reason')
    await field(page, 'Reason').fill('Refunded orders')
    await press(dialog, 'Reclaim prize')
    await expectToast(page, 'Prize reclaimed')
    await expect(row).toContainText('₹700.00 reclaimed')
    await expect(row.getByRole('button')).toBeHidden()

    await navigate(page, '/admin/settings')
    await axe(page)
    await field(page, 'Discord').fill('discord.gg/gems')
    await press(card(page, 'Social links'), 'Save')
    await expectFieldError(page, 'Discord', 'Please enter a link that starts with https')
    await field(page, 'Discord').fill('https://discord.gg/gems')
    await press(card(page, 'Social links'), 'Save')
    await expectToast(page, 'Settings saved')
    await expect(page).toHaveTitle('Settings | Gemstall')
    await field(page, 'Name').first().fill('Ruby Corner')
    await press(card(page, 'Shop'), 'Save')
    await expectToast(page, 'Settings saved')
    await expect(page).toHaveTitle('Settings | Ruby Corner') // without a reload
    await field(page, 'Percent').fill('18')
    await press(card(page, 'Tax'), 'Save')
    await expectToast(page, 'Settings saved')
    const { data: settings } = await shop.visitor.call(getSettings, {})
    expect(settings.tax).toEqual({ name: 'GST', percent: 18, sac: '998439' })
    expect(settings.socialLinks.discord).toBe('https://discord.gg/gems')
    await expect(field(page, '₹1 = USD')).toBeVisible()
  },
)

async function payPrizeOfLastMonth({ sql }: TestShop, { id: userId }: Member): Promise<void> {
  const period = periodAfter(periodOf(new Date()), -1)
  await buy(sql, { userId, amount: 500_00, at: periodStart(period) })
  await sql`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values (${period}, 70000, 0, 0, 0, now())`
  await close(sql)
}

const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
