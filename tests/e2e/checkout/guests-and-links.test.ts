import assert from 'node:assert/strict'
import { editSettings } from '#contract/catalogue/settings.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { settleDelivery } from '#contract/orders/deliveries.ts'
import { askByEmail } from '#tests/support/accounts/codes.ts'
import { newEmail } from '#tests/support/accounts/people.ts'
import { beginGuest, tokenIn } from '#tests/support/orders/guests.ts'
import { placeByUpi } from '#tests/support/orders/orders.ts'
import { until } from '#tests/support/shop/wait.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, UNAUTHORIZED } from '#tests/e2e/support/browser.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  press,
} from '#tests/e2e/support/page-actions.ts'
import { expectPaid, goToReview, setUpCheckout, signInBuyer } from '#tests/e2e/support/checkout.ts'

const NO_PLAYER = /status of 404/

const journey = inOneShop(async (shop) => {
  const checkoutShop = await setUpCheckout(shop)
  await checkoutShop.admin.call(choosePaymentGateway, { active: 'razorpay' })
  return checkoutShop
})

journey(
  'a guest buys on the page of the game with three taps and three fields, opens the order from the mail, and verifies the email',
  { screen: 'phone', expects: [UNAUTHORIZED, NO_PLAYER] },
  async ({ shop, page, openAnotherBrowser }, { admin, game, pack }) => {
    const email = newEmail('Gita Guest')
    await page.goto(`/product/${game.gameSlug}`)
    const ahead = page.locator('link[rel=modulepreload][href*="/buy-here-page-"]')
    await expect(ahead).toHaveCount(0)
    await page.getByRole('heading', { level: 1 }).click()
    await expect(ahead, 'the form loads at the first touch').not.toHaveCount(0)
    await page.getByRole('link', { name: pack.itemName }).first().click()
    await page.waitForURL(/\/buy\?/)
    await expect(page.getByRole('heading', { name: 'Complete Your Purchase' })).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main navigation' })).toHaveCount(0)
    await axe(page)
    await field(page, 'User ID').fill('900000001') // no such player
    await field(page, 'Zone ID').fill('2001')
    await press(page, 'Continue')
    await expect(page.getByText('Please enter your email or phone number')).toBeVisible()
    await field(page, 'Email or phone number').fill(email)
    await press(page, 'Continue')
    await expect(
      page.getByText('No player has this User ID and Zone ID. Check both.'),
    ).toBeVisible()
    await expect(field(page, 'Email or phone number')).toHaveCount(0)
    await field(page, 'User ID').fill('900000007')
    await press(page, 'Continue')
    await expect(page.getByText('Player Name')).toBeVisible()
    assert.equal((await shop.sql`select from users where email = ${email}`).length, 1)
    await page.reload()
    await expect(field(page, 'UPI')).toBeChecked()
    await expect(field(page, 'Wallet')).toHaveCount(0)
    await press(page, 'Proceed to Pay')
    await page.waitForURL(/\/razorpay\/pay\//)
    await press(page, 'Pay')
    await page.waitForURL(/\/purchase\/status\?status=true/)
    await expectPaid(page)
    const id = new URL(page.url()).searchParams.get('orderId')!
    await page.goto(`/product/${game.gameSlug}/buy?pack=${pack.itemSlug}`)
    await page.waitForURL(/\/purchase\?/) // now they have a session
    await page.goBack()
    await page.waitForURL(/\/purchase\/status/)
    await axe(page)

    const mail = await shop.inbox.find(email, /^Payment received/)
    const laptop = await openAnotherBrowser()
    await laptop.goto(`/guest?token=${tokenIn(mail.text)}`)
    await axe(laptop)
    await press(laptop, 'Open my order')
    await laptop.waitForURL(`/dashboard/orders/${id}`)
    await expect(laptop.getByRole('heading', { name: 'Keep your orders' })).toBeVisible()
    await expect(
      laptop.getByRole('navigation', { name: 'Dashboard' }).getByRole('link'),
    ).toHaveText(['Orders', 'Query'])
    await axe(laptop)
    await laptop.goto('/dashboard/wallet')
    await expect(laptop.getByText('Verify this email')).toBeVisible()
    await laptop.goBack()

    await admin.call(settleDelivery, { id, outcome: 'refused', note: 'Why' })
    await press(laptop, 'Verify email')
    await field(laptop, 'Code').fill(await shop.inbox.readCode(email))
    await press(laptop, 'Verify')
    await expectToast(laptop, 'Your email is verified, and your orders are in your account')
    await expect(laptop.getByRole('heading', { name: 'Keep your orders' })).toHaveCount(0)
    await expect(laptop.getByText('₹129.00').first()).toBeVisible()
    await until('the money has moved', async () => {
      const moved = await shop.sql`select from transfer where kind = 'claim'`
      return moved.length === 1
    })
    await laptop.goto('/dashboard/wallet')
    await expect(laptop.getByText('From orders without an account')).toBeVisible()
    await page.goto(`/purchase/status?status=true&orderId=${id}`)
    await page.waitForURL('/login')
  },
)

journey(
  'visitors who lost their pack find others, begin with a phone number, and get the sign-in page where guests may not buy',
  {},
  async ({ page }, { admin, game, pack }) => {
    await page.goto(`/product/${game.gameSlug}/buy?pack=gone`)
    await expect(page.getByRole('heading', { name: 'Pack not found' })).toBeVisible()
    const others = page.getByRole('region', { name: 'Other packs' })
    await others.getByRole('link', { name: pack.itemName }).click()
    await field(page, 'User ID').fill('900000007')
    await field(page, 'Zone ID').fill('2001')
    await field(page, 'Email or phone number').fill('98765 4321')
    await press(page, 'Continue')
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
    await axe(page)
    await field(page, 'Email or phone number').fill('+91 98765 43210')
    await press(page, 'Continue')
    await expect(page.getByText('+91 9876543210')).toBeVisible()
    await page.goto('/dashboard/orders')
    await expect(page.getByText('with +91 9876543210')).toBeVisible()
    await axe(page)
    await press(page, 'Log in or sign up')
    await page.waitForURL('/login')

    await admin.call(editSettings, { guestsMayBuy: false })
    await page.goto(`/product/${game.gameSlug}/buy?pack=gone`)
    await page.getByRole('listitem').getByRole('link', { name: pack.itemName }).click()
    await page.waitForURL('/login')
    await expect(page.getByRole('heading', { name: 'Buy this pack' })).toHaveCount(0)
    await admin.call(editSettings, { guestsMayBuy: true })
  },
)

journey(
  'somebody who bought without an account gets a link to all orders by mail, which works once',
  { expects: [/status of 400/] },
  async ({ shop, page, openAnotherBrowser }, { game, pack, other }) => {
    const email = newEmail('Gita Guest')
    for (const item of [pack, other])
      await placeByUpi(await beginGuest(shop, game, email), { item })
    await page.goto('/login')
    await page.getByRole('link', { name: 'See your orders' }).click()
    // The page to log in has a field of the same name, and stays until the next one is there.
    await expect(page.getByRole('heading', { name: 'See your orders' })).toBeVisible()
    await fill(page, { Email: email })
    await press(page, 'Send link')
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
    const linkIn = async (code: string): Promise<string> => {
      const { text } = await shop.inbox.find(email, `${code} is your Gemstall code`)
      return /^Sign in: (\S+)$/m.exec(text)![1]!
    }
    const code = await shop.inbox.readCode(email)
    await fill(page, { OTP: code })
    await press(page, 'Verify')
    await page.waitForURL('/dashboard/orders')
    await expect(page.getByText('2 orders')).toBeVisible()

    const elsewhere = await openAnotherBrowser()
    await elsewhere.goto(await linkIn(code))
    await expect(field(elsewhere, 'OTP')).toHaveValue(code)
    await axe(elsewhere)
    await press(elsewhere, 'Sign in')
    await expectFieldError(elsewhere, 'OTP', 'This code has expired. Request a new one')
    shop.wait(60_000)
    await elsewhere.goto(await linkIn((await askByEmail(shop, email)).code))
    await press(elsewhere, 'Sign in')
    await elsewhere.waitForURL('/dashboard/orders')
  },
)

journey(
  'a customer makes a link for others to pay, and somebody without an account pays by it',
  { screen: 'phone', scheme: 'dark' },
  async ({ shop, page, openAnotherBrowser }, checkoutShop) => {
    const checkout = await signInBuyer({ shop, page }, checkoutShop, {})
    await goToReview(page, checkout)
    await press(page, 'Make a link')
    await field(page, 'Message').fill('It is my birthday!')
    await axe(page)
    await press(page, 'Make link')
    await expect(page.getByRole('link', { name: 'Send by WhatsApp' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\?text=It\+is\+my\+birthday/,
    )
    const url = (await page.getByTitle('Copy the link').innerText()).split('\n')[0]!
    await axe(page)

    const aunt = await openAnotherBrowser()
    await aunt.goto(url)
    await expect(aunt.getByRole('heading', { name: 'Asha asks for 120 Opals' })).toBeVisible()
    await expect(aunt).toHaveTitle(/^Can you pay for 120 Opals in Moonfall Arena\?/)
    await expect(aunt.getByText('It is my birthday!')).toBeVisible()
    await axe(aunt)
    await aunt.getByRole('link', { name: 'See the price and pay' }).click()
    await field(aunt, 'Email or phone number').fill(newEmail('Aunt'))
    await press(aunt, 'Continue as guest')
    await expect(field(aunt, 'User ID')).toHaveValue('900000007')
    await press(aunt, 'Validate')
    await press(aunt, 'Go to review')
    const change = aunt.getByRole('link', { name: 'Change' })
    await expect(change).toHaveAttribute('href', /&payLink=/) // another player is paid by the link too
    await press(aunt, 'Proceed to Pay')
    await aunt.waitForURL(/\/razorpay\/pay\//)
    await press(aunt, 'Pay')
    await expectPaid(aunt)
    await aunt.goto(url)
    await expect(aunt.getByText('Somebody has paid for it already. Thank you!')).toBeVisible()

    await press(page, 'Close')
    await press(page, 'Make a link')
    await field(page, 'They choose the player').check()
    await press(page, 'Make link')
    await aunt.goto((await page.getByTitle('Copy the link').innerText()).split('\n')[0]!)
    await expect(aunt.getByText('You choose')).toBeVisible()

    await page.goto('/dashboard/orders')
    await expect(page.getByRole('heading', { name: 'Links for others to pay' })).toBeVisible()
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
    await axe(page)
  },
)
