import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { editItem, findGameAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { makePicture, plain } from '#tests/support/catalogue/images.ts'
import { signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import { axe } from '#tests/e2e/support/accessibility.ts'
import { expect, inOneShop, REFUSED } from '#tests/e2e/support/browser.ts'
import { press as pressKey } from '#tests/e2e/support/keyboard.ts'
import {
  expectFieldError,
  expectToast,
  field,
  fill,
  follow,
  press,
  signInAs,
} from '#tests/e2e/support/page-actions.ts'

const journey = inOneShop(signUpAdmin)

journey(
  "an administrator adds a game and an item from its supplier's list, then edits and deletes both",
  {},
  async ({ page }, admin) => {
    await makePicture(admin, { imageName: 'Moonfall card' })
    await makeTag(admin, { tagName: 'Hot' })
    await signInAs(page, admin)
    await page.goto('/admin/home')
    await follow(page, 'Games')
    await follow(page, 'Add Game')
    await addGame(page)
    await addItem(page)
    const { data } = await admin.call(findGameAsAdmin, { slug: 'moonfall-arena' })
    assert.deepEqual(
      [data.gameImageId?.imageName, data.tagId?.tagName, data.apiName, data.playerRegions],
      ['Moonfall card', 'Hot', 'unipin', ['IN']],
    )
    assert.deepEqual(data.inputFieldTwoOption, ['os_asia', 'Moon 1'])
    const [item] = data.itemId
    assert.partialDeepStrictEqual(item, {
      itemName: 'Pack 1001',
      serviceId: '1001',
      costPrice: 50_40,
      sellingPrice: 60_00,
      quantity: null,
      itemImageId: { imageName: 'Heap of opals' },
      sources: [{ source: 'g2bulk', givenGameName: 'mlbb' }],
    })
    await editAndDelete(page)
  },
)

async function addGame(page: Page): Promise<void> {
  await press(page, 'Save and add items')
  await expectFieldError(page, 'Name', 'Please enter a game name')
  await fill(page, { Name: 'Moonfall Arena' })
  await press(page, 'Choose image')
  await press(page.getByRole('dialog', { name: 'Choose an image' }), 'Moonfall card')
  await expect(page.getByText('Moonfall card')).toBeVisible()
  await field(page, 'Tag').selectOption('Hot')
  await field(page, 'API name').selectOption('UniPin')
  await fill(page, { 'Given game name': 'legends' })
  await field(page, 'Options of the second field').fill('os_')
  await page.getByRole('option', { name: 'os_asia' }).click()
  await field(page, 'Options of the second field').fill('Moon 1')
  await page.getByRole('option', { name: 'Add Moon 1' }).click()
  await field(page, 'Countries of players').fill('india')
  await page.getByRole('option', { name: 'India (IN)', exact: true }).click()
  await page.keyboard.press('Escape')
  await axe(page)
  await press(page, 'Save and add items')
  await expectToast(page, 'Game added')
  await page.waitForURL('/admin/games/moonfall-arena/items')
}

async function addItem(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
  await press(page, 'Add Game Item')
  const dialog = page.getByRole('dialog', { name: 'Add Game Item' })
  await press(dialog, 'Choose from its list: Service ID at UniPin')
  const list = page.getByRole('dialog', { name: 'legends at UniPin' })
  await field(list, 'Search products').fill('1001')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await axe(page)
  await list.getByRole('button', { name: 'Pack 1001' }).click()
  await expect(list).toBeHidden()
  await expect(field(dialog, 'Name')).toHaveValue('Pack 1001')
  await expect(field(dialog, 'Cost')).toHaveValue('50.4')
  await uploadItemImage(page, dialog)
  await field(dialog, 'Selling price').fill('60')
  await expect(dialog.getByText('₹9.60').first()).toBeVisible()
  await press(dialog, 'Add another supplier')
  const source = dialog.getByRole('listitem').filter({ hasText: 'Supplier 2' })
  await field(source, 'API name').selectOption('G2Bulk')
  await field(source, 'Given game name').fill('mlbb')
  await press(dialog, 'Add Game Item')
  await expectFieldError(page, 'Service ID there', 'Please enter the product’s ID at this supplier')
  await field(source, 'Service ID there').fill('60 Opals')
  await axe(page)
  await press(dialog, 'Add Game Item')
  await expectToast(page, 'Item added')
  const row = page.getByRole('row', { name: 'Pack 1001' })
  await expect(row).toContainText('Index 0, service id 1001 and 1 more supplier')
  await expect(row).toContainText('₹9.60')
}

/** Uploads a picture to the gallery and uses it for the item, without leaving either dialog. */
async function uploadItemImage(page: Page, dialog: Locator): Promise<void> {
  await press(dialog, 'Choose image')
  const gallery = page.getByRole('dialog', { name: 'Choose an image' })
  await gallery.getByText('Upload a new image').click()
  const buffer = await plain({ background: '#e06c3c' }).png().toBuffer()
  const file = { name: 'Heap of opals.png', mimeType: 'image/png', buffer }
  await field(gallery, 'New image').setInputFiles(file)
  await expect(field(gallery, 'Image name')).toHaveValue('Heap of opals')
  await press(gallery, 'Upload and choose')
  await expectToast(page, 'Image added')
  await expect(dialog.getByText('Heap of opals')).toBeVisible()
}

async function editAndDelete(page: Page): Promise<void> {
  await press(page, 'Edit Pack 1001')
  const dialog = page.getByRole('dialog', { name: 'Pack 1001' })
  await fill(dialog, { Name: '60 Opals', Quantity: '5' })
  await press(dialog, 'Save')
  await expectToast(page, 'Item updated')
  await press(page, 'Delete 60 Opals')
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to delete this item?',
  })
  await expect(question).toContainText('60 Opals for ₹60.00')
  await press(question, 'Delete')
  await expectToast(page, 'Item deleted')
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()

  await follow(page, 'All games')
  await follow(page, 'Edit Moonfall Arena')
  await fill(page, { Name: 'Moonfall Arena II' })
  await press(page, 'Save and add items')
  await expectToast(page, 'Game updated')
  await expect(page.getByRole('heading', { name: 'Moonfall Arena II' })).toBeVisible()
  await follow(page, 'All games')
  await axe(page)
  await press(page, 'Delete Moonfall Arena II')
  await press(page.getByRole('alertdialog'), 'Delete')
  await expectToast(page, 'Game deleted')
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible()
}

async function makePricedGame(admin: Member): Promise<FullGame> {
  const game = await makeGame(admin, { gameName: 'Tide Runners' })
  await makeItem(admin, game, { itemName: '30 Pearls', sellingPrice: 45_00, costPrice: 50_00 })
  await makeItem(admin, game, { itemName: '60 Pearls', sellingPrice: 90_00 })
  return game
}

journey(
  'prices of many items are saved at once, without undoing a newer price',
  { expects: [REFUSED] },
  async ({ page }, admin) => {
    const game = await makePricedGame(admin)
    const read = async () =>
      (await admin.call(findGameAsAdmin, { slug: game.gameSlug })).data.itemId.map((item) => [
        item.sellingPrice,
        item.costPrice,
      ])
    await signInAs(page, admin)
    await page.goto(`/admin/games/${game.gameSlug}/items`)
    await expect(page.getByRole('row', { name: '30 Pearls' })).toContainText('₹5.00 loss')
    await page.getByRole('tab', { name: 'Prices' }).click()
    await expect(page.getByRole('button', { name: 'Save all' })).toBeDisabled()
    await field(page, 'Selling price of 30 Pearls').fill('55.555')
    await expectFieldError(
      page,
      'Selling price of 30 Pearls',
      'Rupees can have at most two decimals',
    )
    await field(page, 'Selling price of 30 Pearls').fill('55.50')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.insertText('95')
    await expect(page.getByText('2 items are changed.')).toBeVisible()
    await axe(page)
    await follow(page, 'All games')
    await press(page.getByRole('alertdialog', { name: 'Leave without saving?' }), 'Cancel')
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.getByRole('tab', { name: 'Prices (2 changed)' }).click()

    const [{ _id: itemId }] = (await admin.call(findGameAsAdmin, { slug: game.gameSlug })).data
      .itemId as [FullGame['itemId'][number]]
    await admin.call(editItem, { itemId, costPrice: 52_00 })
    await press(page, 'Save all')
    await expectToast(page, 'These prices have changed in the meantime.')
    await expect(field(page, 'Cost of 30 Pearls')).toHaveValue('52')
    await expect(field(page, 'Selling price of 30 Pearls')).toHaveValue('55.50')
    assert.deepEqual(await read(), [
      [45_00, 52_00],
      [90_00, null],
    ])
    await press(page, 'Save all')
    await expectToast(page, 'Prices saved')
    await expect(page.getByRole('button', { name: 'Save all' })).toBeDisabled()
    assert.deepEqual(await read(), [
      [55_50, 52_00],
      [95_00, null],
    ])
  },
)

journey(
  'a category is added, filled and deleted by keyboard alone',
  { expects: [REFUSED] },
  async ({ page }, admin) => {
    for (const gameName of ['Moonfall Arena', 'Quiet Colosseum'])
      await makeGame(admin, { gameName })
    await makeCategory(admin, { categoryTitle: 'Racing' })
    await signInAs(page, admin)
    await page.goto('/admin/category')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await expect(page.getByRole('row', { name: 'Racing' })).toBeVisible()
    await pressKey(page, button('Add Category'))
    const dialog = page.getByRole('dialog', { name: 'Add Category' })
    await expect(field(dialog, 'Category title')).toBeFocused()
    await page.keyboard.insertText('Racing')
    await page.keyboard.press('Tab')
    await expect(field(dialog, 'Games')).toBeFocused()
    await page.keyboard.type('quiet')
    await page.getByRole('option', { name: 'Quiet Colosseum' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Remove Quiet Colosseum' })).toBeVisible()
    await expect(page.getByRole('listbox')).toBeHidden() // before that, Escape is the dialog's
    await page.keyboard.press('Escape')
    await axe(page)
    await pressKey(page, button('Add Category'))
    await expectFieldError(page, 'Category title', 'A category with this title already exists')
    await page.keyboard.insertText(' and arenas')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Category added')
    const row = page.getByRole('row', { name: 'Racing and arenas' })
    await expect(row).toContainText('1')
    await axe(page)
    await pressKey(page, row.getByRole('button', { name: 'Delete Racing and arenas' }))
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Racing and arenas has 1 game, which stays in the shop.')
    await pressKey(page, button('Delete'))
    await expectToast(page, 'Category deleted')
    await expect(row).toBeHidden()
  },
)
