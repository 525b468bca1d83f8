import type { Page } from 'playwright'
import { generateApiKey } from '#contract/resellers/api-keys.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { signUp, type Member } from '#tests/support/accounts/people.ts'
import { openApiClient } from '#tests/support/resellers/api-clients.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { openReceiver } from '#tests/support/resellers/webhooks.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import * as keys from '#tests/e2e/support/keyboard.ts'
import { expectToast, field, follow, press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { type Catalogue, fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(fillCatalogue)

async function signUpReseller(shop: TestShop, { admin }: Catalogue, rupees = 0): Promise<Member> {
  const ravi = await signUp(shop, 'Ravi Reseller')
  await proveEmail(shop, ravi)
  await admin.call(editUserAsAdmin, { id: ravi.id, role: 'reseller' })
  if (rupees > 0) await endow(shop.sql, ravi.id, rupees * 100, 'INR')
  return ravi
}

journey(
  'a reseller generates and copies an API key, adds a second key, and finds products',
  {},
  async ({ page, context, shop }, catalogue) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signInAs(page, await signUpReseller(shop, catalogue))
    await page.goto('/dashboard/home')
    await page.getByRole('button', { name: 'account of Ravi Reseller' }).click()
    await page.getByRole('menuitem', { name: 'API service' }).click()
    await page.waitForURL('/dashboard/api-service')
    await press(page, 'Generate')
    await expectToast(page, 'API Key generated successfully.')
    const key = field(page, 'API key')
    await expect(key).toHaveValue(/^gs_live_/)
    const first = await key.inputValue()
    await key.click()
    await expectToast(page, 'API Key copied to clipboard!')
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first)
    await press(page, 'Generate')
    const question = page.getByRole('alertdialog', { name: 'Generate a new key?' })
    await axe(page)
    await press(question, 'Generate')
    await expectToast(page, 'API Key generated successfully.')
    await expect(key).not.toHaveValue(first)
    await addKey(page)

    await page.getByRole('tab', { name: 'Products' }).click()
    await expect(page.getByRole('row')).toHaveCount(7)
    await axe(page)
    await field(page, 'Category').selectOption('battle arenas')
    await expect(page.getByRole('row')).toHaveCount(6)
    await field(page, 'Search').fill('120 OPALS')
    await expect(page.getByRole('row')).toHaveCount(2)
    const row = page.getByRole('row', { name: /120 Opals/ })
    await expect(row).toContainText('₹119.50')
    const [id] = /[0-9a-f-]{36}/.exec(await row.innerText())!
    await field(page, 'Search').fill(id.slice(-12))
    await expect(row).toBeVisible()
    await field(page, 'Search').fill('no such pack')
    await expect(page.getByRole('heading', { name: 'No products match' })).toBeVisible()
    await page.getByRole('tab', { name: 'Test mode' }).click()
    await expect(page.getByText('900000008')).toBeVisible()
    await axe(page)
    await follow(page, 'API documentation')
    await page.waitForURL('/api-docs')
  },
)

async function addKey(page: Page): Promise<void> {
  await press(page, 'Add a key')
  const dialog = page.getByRole('dialog', { name: 'Add a key' })
  await field(dialog, 'Name').fill('My shop')
  await field(dialog, 'Allowed addresses').fill('203.0.113.7\nmy server')
  await press(dialog, 'Add')
  await expect(dialog.getByRole('alert').first()).toContainText('address or a network')
  await axe(page)
  await field(dialog, 'Allowed addresses').fill('203.0.113.7\n203.0.113.0/24')
  await press(dialog, 'Add')
  await expectToast(page, 'API Key created')
  const told = page.getByRole('dialog', { name: 'Your new key' })
  await expect(told).toContainText('gs_test_')
  await axe(page)
  await press(told, 'Done')
  const card = page.getByRole('listitem').filter({ hasText: 'My shop' })
  await expect(card).toContainText('203.0.113.0/24')
  await press(page, 'Delete My shop')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'API Key deleted')
  await expect(card).toHaveCount(0)
}

journey(
  'a reseller adds a webhook, tests it, reads its deliveries and resends one',
  { screen: 'phone', scheme: 'dark', expects: [REFUSED] },
  async ({ page, shop }, catalogue) => {
    const stack = new AsyncDisposableStack()
    await using _ = stack
    const receiver = await openReceiver({ after: (close) => stack.defer(close) })
    await signInAs(page, await signUpReseller(shop, catalogue))
    await page.goto('/dashboard/api-service?tab=webhooks')
    await press(page, 'Add a webhook')
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
    await field(dialog, 'Name').fill('My shop')
    await field(dialog, 'Address').fill('ftp://example.com')
    await press(dialog, 'Add')
    await expect(dialog.getByRole('alert')).toContainText('starts with')
    await field(dialog, 'Address').fill(receiver.url)
    await press(dialog, 'Add')
    await expectToast(page, 'Webhook added')
    await press(page, 'Test My shop')
    await expect(page.getByText(/^Answered 200 in \d/)).toBeVisible()
    await press(page, 'Secret of My shop')
    const secret = page.getByRole('dialog', { name: 'Secret of My shop' })
    await expect(secret).toContainText('whsec_')
    await press(secret, 'Done')
    await axe(page)
    await press(page, 'Deliveries to My shop')
    await press(page, 'ping')
    const sent = page.getByRole('dialog', { name: 'ping' })
    await expect(sent).toContainText('Answered 200')
    await axe(page)
    await page.keyboard.press('Escape')
    await press(page, 'Send again')
    await expectToast(page, 'The event is being sent again')
    await expect.poll(() => receiver.received.length).toBe(2)
    await field(page, 'State').selectOption('failed')
    await expect(page.getByRole('heading', { name: 'No deliveries yet' })).toBeVisible()
    await axe(page)
  },
)

journey(
  'a reseller orders from a file, sees its faulty lines, places the rest and downloads the result',
  { expects: [REFUSED] },
  async ({ page, shop }, catalogue) => {
    const ravi = await signUpReseller(shop, catalogue, 1_000)
    const [row] = await shop.sql<[{ id: string }]>`select id from item where name = '30 Pearls'`
    await signInAs(page, ravi)
    await page.goto('/dashboard/api-service?tab=bulk')
    await axe(page)
    const pick = (csv: string) =>
      field(page, 'Choose a file').setInputFiles({
        name: 'friday.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(csv),
      })
    await pick('name;player\r\na;1')
    await expect(page.getByRole('alert')).toContainText('the column productId is missing')
    await pick(
      `\u{feff}Product ID;Player ID;Reference\r\n${row.id};123456789;friday-1\r\n${row.id};;friday-2\r\n${row.id};900000005;friday-3\r\n`,
    )
    await expect(page.getByRole('heading', { name: 'friday.csv' })).toBeVisible()
    await expect(page.getByText('₹200.00')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('The player ID is missing')
    await axe(page)
    await press(page, 'Place 2 orders')
    await press(page.getByRole('alertdialog'), 'Place them')
    await expectToast(page, 'The orders are being placed')
    await expect(page.getByText('2 placed, 1 not placed')).toBeVisible()
    await expect(page.getByText('Line 3')).toBeVisible()
    await axe(page)
    const download = page.waitForEvent('download')
    await press(page, 'Download the result')
    expect((await download).suggestedFilename()).toBe('result-friday.csv')
    await press(page, 'All files')
    await expect(page.getByRole('row', { name: /friday\.csv/ })).toContainText('2 of 3')
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(page.getByRole('link', { name: 'friday-1' }).first()).toBeVisible()
    await axe(page)
  },
)

journey(
  'a customer who is not a reseller has no access to the API service and no link to it',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/dashboard/api-service')
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    await expect(page.getByText('You do not have permission to access this service.')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: 'account of Asha Rao' }).click()
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'API service' })).toHaveCount(0)
  },
)

journey(
  'the API documentation is read and tried with a test key, by keyboard on a phone',
  { screen: 'phone', scheme: 'dark', expects: [UNAUTHORIZED] },
  async ({ page, shop }, catalogue) => {
    const ravi = await signUpReseller(shop, catalogue)
    await ravi.call(generateApiKey, {})
    const apiClient = await openApiClient(ravi, { isTest: true })
    await page.goto('/api-docs')
    await keys.press(page, page.getByText('On this page', { exact: true }))
    await page.goto('/api-docs#getApiBalance')
    const call = page.getByRole('region', { name: 'Read your balance' })
    const tab = call.getByRole('tab', { name: 'curl' })
    await tab.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(call.getByRole('tab', { name: 'Python' })).toBeFocused()
    await expect(call.getByRole('tabpanel')).toContainText('urlopen')
    await keys.press(page, call.getByRole('button', { name: /^Try it/ }))
    const form = page.getByRole('form', { name: 'Try it: Read your balance' })
    await form.getByLabel('Your API key').focus()
    await page.keyboard.insertText('gs_test_wrong')
    await page.keyboard.press('Enter')
    const body = form.getByRole('group', { name: 'Response body' })
    await expect(body).toContainText('API_KEY_UNKNOWN')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(apiClient.headers['x-api-key']!)
    await page.keyboard.press('Enter')
    await expect(body).toContainText('"isTest": true')
    await expect(form.getByText('200 OK')).toBeVisible()
    await expect(form.getByText('ratelimit-remaining')).toBeVisible()
    await axe(page)
    await page.reload()
    await page.getByRole('button', { name: 'Try it: read your balance' }).click()
    await expect(form.getByLabel('Your API key')).toHaveValue('')
  },
)
