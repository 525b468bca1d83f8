import { editGame } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { addJob } from '#tests/support/orders/deliveries.ts'
import { makeUsers } from '#tests/support/money/ledger.ts'
import { makeOrder } from '#tests/support/database/past-orders.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import { expectFieldError, field, fill, press } from '#tests/e2e/support/page-actions.ts'
import {
  expectPaid,
  purchasePath,
  savePlayer,
  settleOrder,
  signInBuyer,
} from '#tests/e2e/support/checkout.ts'

const [BRAZIL, INDIA] = ['2006', '2001']
const SLOW_PLAYER = '900000007'
const REGIONS_TEXT = 'For players in India and the Philippines'
const SPEED_TEXT = 'Usually delivered in 8 seconds'
const REFUSAL_TEXT =
  'These packs are for players in India and the Philippines. Your account is in Brazil'

/** A game with two player fields, for two countries. Its packs were delivered in eight seconds lately. */
async function setUpRegionalShop(shop: TestShop) {
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    apiName: 'unipin',
    givenGameName: 'mobile-legends',
    inputFieldTwo: 'Zone ID',
    isValidationRequired: true,
    playerRegions: ['IN', 'PH'],
  })
  const item = { itemName: '120 Opals', sellingPrice: 129_00, serviceId: '1001' }
  const pack = await makeItem(admin, game, item)
  const other = await makeItem(admin, game, { ...item, itemName: '60 Opals' })
  const [userId] = await makeUsers(shop.sql, 1)
  for (let count = 0; count < 5; count++)
    await makeOrder(shop.sql, { userId: userId!, pack: { game, item: pack }, status: 'completed' })
  await shop.sql`update orders set ended_at = paid_at + interval '8 seconds'`
  await addJob(shop, 'measure-speeds', {})
  await until('it is measured', async () => {
    const [row] = await shop.sql`select from game_speed`
    return row !== undefined
  })
  return { admin, game, pack, other }
}

const journey = inOneShop(setUpRegionalShop)

journey(
  'a buyer sees regions and delivery time, and a player from another region is refused before paying',
  { screen: 'phone', expects: [REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    await page.goto('/product/moonfall-arena')
    const packs = page.getByRole('region', { name: 'Choose a pack' })
    await expect(packs.getByText(REGIONS_TEXT)).toBeVisible()
    await expect(packs.getByText(SPEED_TEXT)).toBeVisible()
    await axe(page)
    await packs.getByRole('link', { name: '120 Opals' }).click()
    await page.waitForURL(purchasePath(checkout.pack))
    await expect(page.getByText(REGIONS_TEXT)).toBeVisible()

    await fill(page, { 'User ID': SLOW_PLAYER, 'Zone ID': BRAZIL })
    await press(page, 'Validate')
    await expectFieldError(page, 'User ID', REFUSAL_TEXT)
    await axe(page)
    await fill(page, { 'Zone ID': INDIA })
    await press(page, 'Validate')
    await expect(page.getByRole('status').filter({ hasText: 'Player-0007' })).toBeVisible()
    await press(page, 'Go to review')
    await page.waitForURL(/\/purchase\/review\?/)
    await expect(page.getByText(SPEED_TEXT)).toBeVisible()
    await axe(page)

    await press(page, 'Proceed to Pay')
    await expectPaid(page)
    await expect(page.getByText('Being delivered to Player-0007')).toBeVisible()
    await expect(page.getByText(SPEED_TEXT)).toBeVisible()
    await axe(page)
    await shop.sql`
      update orders set created_at = created_at - interval '5 minutes', paid_at = paid_at - interval '5 minutes'
      where user_id = ${checkout.asha.id}`
    await page.reload()
    const late = page.getByRole('heading', { name: 'Paid. Delivery is taking longer than usual' })
    await expect(late).toBeVisible()
    await expect(page.getByText(SPEED_TEXT)).toHaveCount(0)
    await settleOrder(checkout, 'delivered')
    await expect(page.getByText('Completed', { exact: true })).toBeVisible()
    await expect(page.getByText(SPEED_TEXT)).toHaveCount(0)
  },
)

journey(
  'a saved player that the game no longer accepts is not prefilled, and choosing it says why',
  { expects: [REFUSED] },
  async ({ page, shop }, checkoutShop) => {
    const checkout = await signInBuyer({ page, shop }, checkoutShop)
    const { admin, game, pack } = checkoutShop
    const limitTo = (playerRegions: string[]) =>
      admin.call(editGame, { id: game._id, playerRegions })
    await limitTo(['BR'])
    await savePlayer(checkout, '123456789', BRAZIL)
    await limitTo(['IN', 'PH'])
    await page.goto(purchasePath(pack))
    await expect(field(page, 'User ID')).toHaveValue('')
    await field(page, 'Player-6789').check()
    await press(page, 'Validate')
    await expectFieldError(page, 'User ID', REFUSAL_TEXT)
    await axe(page)
  },
)
