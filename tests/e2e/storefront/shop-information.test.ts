import assert from 'node:assert/strict'
import { createAnnouncement } from '#contract/backoffice/announcements.ts'
import { editServices } from '#contract/catalogue/services.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop } from '#tests/e2e/support/browser.ts'
import { follow, press } from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(signUpAdmin)

const announce = (title: string) => ({ title, message: 'All night long.', link: '', endsAt: null })

journey(
  'a dismissed announcement stays hidden, and the next one shows',
  { screen: 'phone' },
  async ({ page }, admin) => {
    await admin.call(createAnnouncement, announce('Lanterns are lit'))
    await page.goto('/')
    const strip = page.getByRole('complementary', { name: 'Announcement' })
    await expect(strip).toContainText('Lanterns are lit')
    await axe(page)
    await press(strip, 'Dismiss the announcement')
    await expect(strip).toBeHidden()
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
      window.wasSeen = document.querySelector('.for-untold')?.checkVisibility()
    })`)
    await page.goto('/services')
    assert.equal(await page.evaluate('window.wasSeen'), false)
    await admin.call(createAnnouncement, announce('A new game is here'))
    await page.goto('/')
    await expect(strip).toContainText('A new game is here')
  },
)

journey(
  'the shop shows only the contacts in its settings',
  { screen: 'phone' },
  async ({ page }, admin) => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Chat with us' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Talk to us' })).toHaveCount(0)
    await admin.call(editSettings, {
      supportUrl: 'https://chat.example.com/gemstall',
      socialLinks: {
        instagram: 'https://example.com/gemstall',
        facebook: '',
        youtube: '',
        x: '',
        telegram: '',
        discord: '',
      },
      legal: {
        businessName: 'Lantern Traders',
        address: '1 Night Road',
        email: 'law@example.com',
        taxId: '',
      },
    })
    await page.goto('/refund-policy')
    const chat = page.getByRole('link', { name: 'Chat with us' }).last()
    await expect(chat).toHaveAttribute('href', 'https://chat.example.com/gemstall')
    await expect(page.getByRole('link', { name: 'Instagram' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Facebook' })).toHaveCount(0)
    const legal = page.getByRole('article')
    for (const words of ['Lantern Traders', '1 Night Road', '24 hours', '21 April 2025'])
      await expect(legal).toContainText(words)
    await axe(page)
    await follow(page, 'Terms and conditions')
    await expect(page.getByRole('article')).toContainText('at least 13 years old')
  },
)

journey(
  'services show in their groups, and only those on offer',
  { screen: 'phone' },
  async ({ page }, admin) => {
    await page.goto('/services')
    const upcoming = page.getByRole('region', { name: 'Upcoming Services' })
    const fresh = page.getByRole('region', { name: 'New Services' })
    await expect(upcoming.getByRole('listitem')).toContainText(['API Services'])
    await expect(upcoming.getByText('Available', { exact: true })).toBeVisible()
    await expect(fresh.getByRole('listitem')).toContainText([
      'Add One more Currency',
      'Add One more Game',
      'Check Region',
    ])
    await expect(fresh.getByText('New', { exact: true })).toHaveCount(3)
    const providers = page.getByRole('region', { name: 'Game top-up providers' }).getByRole('link')
    await expect(providers).toHaveCount(8)
    await expect(providers.last()).toHaveText('Manual')
    await admin.call(editServices, { services: [{ name: 'game', isOffered: false }] })
    await page.reload()
    await expect(fresh.getByRole('listitem')).toHaveCount(2)
    await follow(fresh, 'Check Region')
    await page.waitForURL('/check-region')
  },
)
