import assert from 'node:assert/strict'
import { expect } from '@playwright/test'
import { journey } from './browser.ts'
import { expectToast, follow, press } from './people.ts'

for (const screen of ['phone', 'desktop'] as const)
  journey(
    `somebody chooses an account at Google and is signed in, on a ${screen}`,
    { screen, expects: [/status of 400/] }, // at Google, to who comes back to a question answered
    async ({ page, shop }) => {
      const addresses: string[] = []
      page.on('framenavigated', (frame) => addresses.push(frame.url()))
      await page.goto('/dashboard/home')
      await page.waitForURL('/login')
      await press(page, 'Continue with Google')
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
      await page.getByRole('button', { name: /asha\.rao@gmail\.test/ }).click()

      await page.waitForURL('/dashboard/home')
      await expectToast(page, 'Login successful')
      await expect(page.getByRole('heading', { name: 'Hello, Asha' })).toBeVisible()
      await expect(page.getByRole('main').getByText('Verified', { exact: true })).toBeVisible()
      assert.ok(addresses.some((address) => address.startsWith(`${shop.url}/login?code=`)))
      await page.goBack() // there is no way back to the address with the code
      assert.doesNotMatch(page.url(), /code=/)
    },
  )

journey(
  'who turns back at Google is told so at the login page, and its address keeps nothing of it',
  {},
  async ({ page }) => {
    await page.goto('/')
    await follow(page, 'Log in')
    await press(page, 'Continue with Google')
    await press(page, 'Back to the shop')
    await page.waitForURL('/login')
    await expectToast(page, 'Google login failed')
    await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeEnabled()
  },
)
