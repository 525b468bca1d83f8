import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { formatMoney } from '#contract/core/money.ts'
import { endow, spend } from '#tests/support/money/ledger.ts'
import { makeOrder, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe, expect, inOneShop } from './browser.ts'
import { approach, expectPaid, layTill, savePlayer } from './till.ts'
import { expectComplaint, expectToast, field, fill, follow, press, settle } from './people.ts'

const journey = inOneShop(layTill)

const UNAVAILABLE = /status of 503/

/** Later than the gifts just made. */
const soon = () => new Date(Date.now() + 1_000)

async function openWallet(shop: TestShop): Promise<Member> {
  const asha = await signUp(shop, 'Asha Rao')
  await endow(shop.sql, asha.id, 1_000_00)
  await spend(shop.sql, asha.id, 75_00)
  await endow(shop.sql, asha.id, 12_3456, 'USD')
  return asha
}

for (const screen of ['phone', 'desktop'] as const)
  journey(
    `a customer sees where their money went, on a ${screen}`,
    { screen },
    async ({ page, shop }, { admin }) => {
      const pack = await makePack(admin, { itemName: '60 Opals' })
      const asha = await openWallet(shop)
      const order = await makeOrder(shop.sql, { userId: asha.id, pack, price: 129_00, at: soon() })
      await settle(page, asha)
      await page.goto('/dashboard/home')
      await expect(page.getByText('₹925.00')).toBeVisible()
      await expect(page.getByText('$12.3456')).toBeVisible()
      await expect(
        page.getByRole('heading', { name: 'Your order is being delivered' }),
      ).toBeVisible()
      await axe(page)

      await follow(page, 'INR wallet')
      await page.waitForURL('/dashboard/wallet')
      const rows = page.getByRole('region', { name: 'Transaction history' }).getByRole('listitem')
      await expect(rows).toHaveText([
        /Order payment−₹129\.00.*See the order.*Success/,
        /Gift\+₹129\.00.*Success/,
        /Gift\+\$12\.3456/,
        /Order payment−₹75\.00/,
        /Gift\+₹1,000\.00/,
      ])
      await expect(page.getByRole('link', { name: 'See the order' })).toHaveAttribute(
        'href',
        `/dashboard/orders/${order}`,
      )
      await axe(page)

      await field(page, 'Sort').selectOption('Lowest first')
      await expect(rows.first()).toContainText('−₹129.00')
      await field(page, 'Status').selectOption('Pending')
      await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
      await press(page, 'Show everything')
      await expect(rows).toHaveCount(5)
      await page.goBack()
      await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
      await page.goBack()
      await expect(rows.first()).toContainText('−₹129.00')
      await expect(field(page, 'Sort')).toHaveValue('priceLowToHigh')
      await page.reload()
      await expect(rows.first()).toContainText('−₹129.00')
    },
  )

journey(
  'a payment is off every balance and in every list at once',
  {},
  async ({ page, shop }, counter) => {
    const till = await approach({ page, shop }, counter)
    await savePlayer(till)
    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible()
    await follow(page, 'Wallet')
    await expect(page.getByText('₹500.00', { exact: true })).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Games' }).click()
    await page.getByRole('link', { name: 'Moonfall Arena' }).first().click()
    await page.getByRole('link', { name: '120 Opals' }).click()
    await press(page, 'Go to review')
    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await page.getByRole('button', { name: /, account/ }).click()
    await page.getByRole('menuitem', { name: 'Wallet ₹371.00' }).click()
    await expect(page.getByText('₹371.00', { exact: true })).toBeVisible()
    await expect(page.getByText('−₹129.00')).toBeVisible()
    await follow(page, 'Orders')
    await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  },
)

journey(
  'a customer with nothing yet is told what will stand here, and where to begin',
  { screen: 'phone', scheme: 'dark' },
  async ({ page, shop }) => {
    await settle(page, await signUp(shop, 'Asha Rao'))
    await page.setViewportSize({ width: 320, height: 640 }) // 1280 px wide at 400 %
    for (const [path, words] of [
      ['/dashboard/home', 'Ready when you are'],
      ['/dashboard/orders', 'No orders yet'],
      ['/dashboard/wallet', 'No transactions yet'],
      ['/dashboard/wallet/statement', 'No transactions'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: words })).toBeVisible()
      await axe(page)
    }
    await expect(page.getByText('₹0.00', { exact: true })).toHaveCount(4) // a zero has no sign
    await page.goto('/dashboard/home')
    await follow(page, 'Pick a game')
    await page.waitForURL('/')
  },
)

journey(
  'adding money says what is missing, and says beside the button when nobody takes it',
  { screen: 'phone', expects: [UNAVAILABLE] },
  async ({ page, shop }) => {
    await settle(page, await openWallet(shop))
    await page.goto('/dashboard/wallet?amount=125.5')
    await expect(page.getByText('You need ₹125.50 more for your order.')).toBeVisible()
    const amount = field(page, 'Amount')
    await expect(amount).toHaveValue('125.50')
    await press(page, 'Add ₹100')
    await press(page, 'Add ₹40')
    await expect(amount).toHaveValue('265.50')
    await press(page, 'Add Money')
    const words = 'This shop isn’t taking online payments right now'
    await expect(page.locator('form').getByRole('alert')).toHaveText(words)
    await expectToast(page, words)
    await axe(page)
    await amount.fill('')
    await press(page, 'Add Money')
    await expectComplaint(page, 'Amount', 'Please enter amount')
    await amount.fill('2,50,000.999')
    await press(page, 'Add Money')
    await expectComplaint(page, 'Amount', 'Rupees can have at most two decimals')
    await page.goto('/dashboard/wallet?amount=soon')
    await expect(field(page, 'Amount')).toHaveValue('')
    await expect(page.getByText('more for your order')).toHaveCount(0)
  },
)

journey(
  'a larger amount than the shop takes at a time is refused beside the field',
  { expects: [/status of 400/] },
  async ({ page, shop }) => {
    await settle(page, await openWallet(shop))
    await page.goto('/dashboard/wallet')
    const limit = formatMoney(1_00_000_00, 'INR')
    await expect(page.getByText(`At most ${limit} at a time.`)).toBeVisible()
    await fill(page, { Amount: '100001' })
    await press(page, 'Add Money')
    await expectComplaint(page, 'Amount', `You can add at most ${limit} at a time`)
  },
)

for (const screen of ['phone', 'desktop'] as const)
  journey(
    `a statement is checked, and a tampered file is found out, on a ${screen}`,
    { screen },
    async ({ page, shop }) => {
      await settle(page, await openWallet(shop))
      await page.goto('/dashboard/wallet')
      await follow(page, 'See the statement')
      await expect(page.getByText('2 lines checked in this browser')).toBeVisible()
      for (const [name, amount] of [
        ['Opening balance', '₹0.00'],
        ['Came in', '₹1,000.00'],
        ['Went out', '₹75.00'],
        ['Closing balance', '₹925.00'],
      ] as const)
        await expect(page.locator('dl > div').filter({ hasText: name })).toContainText(amount)
      await axe(page)
      await page.getByRole('button', { name: /^Chain of line ?#1/ }).click()
      await expect(page.getByText('0'.repeat(64))).toBeVisible()
      await axe(page)

      const file = await download(page)
      assert.equal(file.split('\r\n').length, 4)
      await choose(page, 'mine.csv', file)
      await expect(page.getByText('Its last line matches the shop’s books.')).toBeVisible()
      await choose(page, 'richer.csv', file.replace(',-75.00,925.00,', ',-5.00,995.00,'))
      await expect(page.getByText('The chain breaks at line 2')).toBeVisible()
      await choose(page, 'anew.csv', forge(file))
      await expect(page.getByText('This file doesn’t match the shop’s books')).toBeVisible()
      await choose(page, 'shorter.csv', file.split('\r\n').toSpliced(1, 1).join('\r\n'))
      await expect(page.getByText('The chain holds')).toHaveCount(2) // also for a statement of part of a wallet
      await choose(page, 'photo.csv', 'not a statement')
      await expect(page.getByText('This isn’t a statement of this shop')).toBeVisible()
      await axe(page)

      await field(page, 'Wallet').selectOption('USD')
      await expect(page.getByText('USD wallet of Asha Rao')).toBeVisible()
      await expect(page.getByText('1 line checked in this browser')).toBeVisible()
      await expect(page.getByRole('cell', { name: '+$12.3456' })).toBeVisible()
      await press(page, 'Last month')
      await expect(page.getByRole('heading', { name: 'No transactions' })).toBeVisible()
      await page.goBack()
      await page.goBack()
      await expect(page.getByText('INR wallet of Asha Rao')).toBeVisible()
    },
  )

async function download(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await press(page, 'Download CSV')
  const file = await coming
  assert.match(file.suggestedFilename(), /^statement-INR-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}

/** Forges a statement like somebody who knows the chain: a gift ten times as large, all later lines recomputed. */
function forge(file: string): string {
  const [head, ...rows] = file.trimEnd().split('\r\n')
  let [balance, before] = [0, '0'.repeat(64)]
  const forged = rows.map((row, index) => {
    const fields = row.split(',')
    const amount = Number(fields[3]) * (index === 0 ? 10 : 1)
    balance += amount
    const [userId, currency, sequence, , , createdAt, kind, UTR, orderId, transferHash] = fields
    const minor = [amount, balance].map((rupees) => Math.round(rupees * 100))
    const said = [userId, currency, sequence, ...minor, createdAt, kind, UTR, orderId, transferHash]
    const text = ['posting', ...said].join('\n')
    const hash = createHash('sha256').update(Buffer.from(before, 'hex')).update(text).digest('hex')
    const money = [amount.toFixed(2), balance.toFixed(2)]
    const line = [...fields.slice(0, 3), ...money, ...fields.slice(5, 10), before, hash].join(',')
    before = hash
    return line
  })
  return [head, ...forged, ''].join('\r\n')
}

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText(name, { exact: true })).toBeVisible()
}
