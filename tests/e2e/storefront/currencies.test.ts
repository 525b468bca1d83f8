import assert from 'node:assert/strict'
import { setCurrencyRate, setRate, withdrawCurrency } from '#contract/catalogue/rate.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { press, signInAs } from '#tests/e2e/support/page-actions.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(async (shop) => {
  const { admin } = await fillCatalogue(shop)
  await admin.call(setRate, { USD: 0.012, follow: false })
  return admin
})

const READ = `['currency', 'currencySymbol', 'currencyRate'].map((name) => localStorage.getItem(name))`

journey('a visitor changes the currency of every price, and back', {}, async ({ page }) => {
  await page.goto('/product/moonfall-arena')
  const pack = page.getByRole('link', { name: '120 Opals' })
  await expect(pack.getByText('₹129.00', { exact: true })).toBeVisible()
  const reloaded = page.waitForEvent('load')
  await press(page, 'Change currency, now ₹ INR')
  await reloaded
  await expect(pack.getByText('$1.55', { exact: true })).toBeVisible()
  await expect(pack.getByText('₹129.00', { exact: true })).toBeHidden()
  await expect(pack).toContainText('Save $0.24', { useInnerText: true })
  assert.deepEqual(await page.evaluate(READ), ['USD', '$', '0.012'])
  await page.goto('/')
  await expect(page.getByText('$0.90', { exact: true }).first()).toBeVisible()
  const again = page.waitForEvent('load')
  await press(page, 'Change currency, now $ USD')
  await again
  await expect(page.getByText('₹75.00', { exact: true }).first()).toBeVisible()
  assert.deepEqual(await page.evaluate(READ), ['INR', '₹', '1'])
})

journey(
  'a customer changes the currency in the account menu',
  { screen: 'phone' },
  async ({ page, shop }) => {
    await signInAs(page, await signUp(shop, 'Asha Rao'))
    await page.goto('/')
    await page.getByRole('button', { name: /account of/ }).click()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('menuitem', { name: 'Change currency' }).click()
    await reloaded
    await expect(page.getByText(/^\$/).first()).toBeVisible()
  },
)

journey('a visitor who chose dollars never sees rupees first', {}, async ({ page }) => {
  await page.addInitScript(`
      localStorage.setItem('currency', 'USD')
      addEventListener('DOMContentLoaded', () => {
        const rupees = [...document.querySelectorAll('.in-currency > :first-child')]
        window.seen = rupees.filter((one) => one.checkVisibility()).length
        window.there = rupees.length
      })`)
  await page.goto('/')
  assert.equal(await page.evaluate('seen'), 0)
  assert.ok(Number(await page.evaluate('there')) > 0)
})

journey(
  'a visitor chooses among the currencies of the shop',
  { screen: 'phone' },
  async ({ page }, admin) => {
    await admin.call(setCurrencyRate, { currency: 'EUR', rate: 0.01, follow: false })
    await page.goto('/product/moonfall-arena')
    const pack = page.getByRole('link', { name: '120 Opals' })
    const reloaded = page.waitForEvent('load')
    await page.getByRole('combobox', { name: 'Change currency' }).selectOption('EUR')
    await reloaded
    await expect(pack.getByText('€1.29', { exact: true })).toBeVisible()
    await expect(pack.getByText('₹129.00', { exact: true })).toBeHidden()
    await expect(pack.getByText('$1.55', { exact: true })).toBeHidden()
    await axe(page)
    assert.deepEqual(await page.evaluate(READ), ['EUR', '€', '0.01'])

    await admin.call(withdrawCurrency, { currency: 'EUR' })
    await expect(async () => {
      await page.reload()
      await expect(pack.getByText('₹129.00', { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
  },
)
