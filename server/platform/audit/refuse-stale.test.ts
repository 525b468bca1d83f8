import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBanner, editBanner } from '#contract/catalogue/banners.ts'
import { createCategory, editCategory } from '#contract/catalogue/categories.ts'
import { editCoupon } from '#contract/catalogue/coupons.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { editGame, editItem } from '#contract/catalogue/games.ts'
import { createGotoLink, editGotoLink } from '#contract/catalogue/goto-links.ts'
import { setPrizes } from '#contract/orders/leaderboard.ts'
import { editSettings } from '#contract/catalogue/settings.ts'
import { createIssue, editIssue } from '#contract/backoffice/support.ts'
import { createTag, editTag } from '#contract/catalogue/tags.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { plainFile } from '#tests/support/catalogue/images.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

test('a form opened before another person’s change is refused, unless it names no version', async (t) => {
  const { admin, shop, game, item, asha } = await openPackShop(t)
  const bela = await signUpAdmin(shop, 'Bela Bose')
  const coupon = await makeCoupon(admin, { expiresOn: '2099-01-31T10:30:00.000Z' })
  const colours = { tagColor: '#000000', tagBackground: '#ffffff' }
  const { data: tag } = await admin.call(createTag, { tagName: 'Hot', ...colours })
  const { data: category } = await admin.call(createCategory, { categoryTitle: 'Top' })
  const url = 'https://a.example'
  const { data: link } = await admin.call(createGotoLink, { slug: 'sale', url })
  const { data: issue } = await asha.call(createIssue, { issueType: 'other', message: 'Hello' })
  const image = await plainFile()
  const { data: banner } = await admin.call(createBanner, { bannerTitle: 'Sale', image })
  const prizes = { firstPrize: 0, secondPrize: 0, thirdPrize: 0, topTenPrize: 0 }
  const [id, itemId] = [game._id, item._id]

  let tried = 0
  /**
   * Bela changes the record first. Amrita's stale form is then refused by Bela's name, and her fresh form is accepted.
   */
  async function tryStale(
    endpoint: Endpoint,
    of: object,
    { was, bela: change, mine }: { was: object; bela: object; mine: object },
  ): Promise<void> {
    const send = (who: typeof admin, fields: object) => who.call(endpoint, { ...of, ...fields })
    const name = endpoint.path
    assert.equal((await send(bela, { ...change, was })).status, 200, name)
    const refused = await send(admin, { ...mine, was })
    assert.deepEqual([refused.status, refused.code], [409, 'CHANGED_MEANWHILE'], name)
    const words = 'This was changed in the meantime by Bela Bose. Please review it'
    assert.equal(refused.message, words)
    assert.equal((await send(admin, { ...mine, was: { ...was, ...change } })).status, 200, name)
    // An API client that sends no `was` is not checked.
    assert.equal((await send(bela, change)).status, 200, name)
    tried++
  }

  const { gameName, gameFrom } = game
  await tryStale(
    editGame,
    { id },
    {
      was: { gameName, gameFrom, tagId: null, inputFieldTwoOption: game.inputFieldTwoOption },
      bela: { gameFrom: 'Elsewhere' },
      mine: { gameName: 'Mine' },
    },
  )
  const { itemName, sellingPrice } = item
  await tryStale(
    editItem,
    { itemId },
    {
      was: { itemName, sellingPrice, itemAvailablity: true, sources: [] },
      bela: { sellingPrice: 90_00 },
      mine: { itemName: 'Mine' },
    },
  )
  await tryStale(
    editCoupon,
    { id: coupon._id },
    {
      was: {
        discount: 50_00,
        expiresOn: '2099-01-31',
        maxNumberOfUsage: '',
        whiteListedUserId: [],
      },
      bela: { whiteListedUserId: [asha.id] },
      mine: { discount: 60_00 },
    },
  )
  await tryStale(
    editBanner,
    { id: banner._id },
    {
      was: { bannerTitle: 'Sale', bannerSummary: '', isShow: true },
      bela: { isShow: false },
      mine: { bannerTitle: 'Mine' },
    },
  )
  await tryStale(
    editCategory,
    { id: category._id },
    {
      was: { categoryTitle: 'Top', gameId: [] },
      bela: { gameId: [id] },
      mine: { categoryTitle: 'Mine' },
    },
  )
  await tryStale(
    editTag,
    { id: tag._id },
    {
      was: { tagName: 'Hot', ...colours },
      bela: { tagColor: '#111111' },
      mine: { tagName: 'Mine' },
    },
  )
  await tryStale(
    editGotoLink,
    { id: link._id },
    {
      was: { slug: 'sale', url },
      bela: { url: 'https://b.example' },
      mine: { slug: 'mine' },
    },
  )
  const tax = { name: 'GST', percent: 0, sac: '998439' }
  await tryStale(
    editSettings,
    {},
    {
      was: { shopName: 'Gemstall', tax },
      bela: { tax: { ...tax, percent: 18 } },
      mine: { shopName: 'Mine' },
    },
  )
  await tryStale(
    setPrizes,
    {},
    {
      was: prizes,
      bela: { ...prizes, firstPrize: 500_00 },
      mine: { ...prizes, secondPrize: 100_00 },
    },
  )
  await tryStale(
    editIssue,
    { id: issue._id },
    {
      was: { answer: '', status: 'unresolved' },
      bela: { answer: 'We are on it' },
      mine: { status: 'resolved' },
    },
  )
  await proveEmail(shop, asha)
  await tryStale(
    editUserAsAdmin,
    { id: asha.id },
    {
      was: { role: 'user', isBlocked: false },
      bela: { role: 'reseller' },
      mine: { isBlocked: true },
    },
  )
  assert.equal(tried, 11)

  const own = await admin.call(editTag, { id: tag._id, tagName: 'Again' })
  assert.equal(own.status, 200)
  const elsewhere = await admin.call(editTag, {
    id: tag._id,
    tagName: 'X',
    was: { tagName: 'Hot' },
  })
  assert.match(elsewhere.message, /by you, elsewhere/)
})
