import assert from 'node:assert/strict'
import { editWebsite } from '#contract/catalogue/settings.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { follow, logIn } from '#tests/e2e/support/page-actions.ts'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'

const journey = inOneShop(fillCatalogue)

const CLOSED = /status of 503/
const MESSAGE = 'We are counting the gems. Back at nine.'

journey(
  'every page of a closed website says so, and administrators can still sign in',
  { expects: [CLOSED] },
  async ({ page, shop }, { admin }) => {
    await page.goto('/')
    await admin.call(editWebsite, { isClosed: true, message: MESSAGE })
    for (const path of ['/product/moonfall-arena', '/check-region', '/services']) {
      const response = await fetch(`${shop.url}${path}`)
      assert.equal(response.status, 503, path)
      assert.match(await response.text(), new RegExp(`<h1[^>]*>Closed for the moment.*${MESSAGE}`))
    }
    const closed = await page.goto('/')
    assert.equal(closed!.status(), 503)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closed for the moment')
    await expect(page.getByText(MESSAGE)).toBeVisible()
    await expect(page).toHaveTitle(/^Closed for the moment/)
    await axe(page)
    await follow(page, 'Log in')
    await logIn(page, admin)
    await page.waitForURL('/admin/home') // the back office, not the shop
    await admin.call(editWebsite, { isClosed: false })
    const response = await page.goto('/')
    assert.equal(response!.status(), 200)
    await expect(page.getByRole('heading', { name: 'All games' })).toBeVisible()
  },
)

journey(
  'a visitor sees that the shop has closed at their next step',
  { expects: [CLOSED] },
  async ({ page }, { admin }) => {
    await page.goto('/')
    await admin.call(editWebsite, { isClosed: true })
    await page
      .getByRole('navigation', { name: 'Shop' })
      .getByRole('link', { name: 'Services' })
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Closed for the moment')
    await admin.call(editWebsite, { isClosed: false })
  },
)
