import { createBanner } from '#contract/catalogue/banners.ts'
import { makeCategory, makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { makePicture, plainFile } from '#tests/support/catalogue/images.ts'
import { signUpAdmin, type Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

export type Catalogue = { admin: Member }

/** A small shop: a game with every kind of pack, an unavailable game, and another one to find. */
export async function fillCatalogue(shop: TestShop): Promise<Catalogue> {
  const admin = await signUpAdmin(shop)
  const card = await makePicture(admin, { image: await plainFile({ width: 640, height: 800 }) })
  const heap = await makePicture(admin, { image: await plainFile({ width: 360, height: 360 }) })
  const tag = await makeTag(admin, { tagName: 'Hot' })
  const moonfall = await makeGame(admin, {
    gameName: 'Moonfall Arena',
    gameDescription: 'Opals for the arena under the moon.',
    gameFrom: 'India',
    gameImageId: card._id,
    tagId: tag._id,
    inputFieldOne: 'Player ID',
    isValidationRequired: true,
  })
  const packs = [
    { itemName: '500 Opals', index: 2, sellingPrice: 499_00 },
    { itemName: '60 Opals', index: 0, sellingPrice: 75_00, itemImageId: heap._id },
    {
      itemName: '120 Opals',
      index: 1,
      sellingPrice: 129_00,
      dummyPrice: 149_00,
      resellerSellingPrice: 119_50,
      quantity: 12,
      isShowQuantity: true,
      tagId: tag._id,
    },
    { itemName: 'Moon Pass', index: 3, sellingPrice: 399_00, itemAvailablity: false },
  ]
  for (const pack of packs) await makeItem(admin, moonfall, pack)
  const colosseum = await makeGame(admin, { gameName: 'Quiet Colosseum', gameAvailablity: false })
  await makeItem(admin, colosseum, { itemName: '10 Laurels' })
  const tide = await makeGame(admin, { gameName: 'Tide Runners' })
  await makeItem(admin, tide, { itemName: '30 Pearls' })
  await makeCategory(admin, {
    categoryTitle: 'Battle arenas',
    gameId: [moonfall._id, colosseum._id],
  })
  return { admin }
}

/** Creates a banner for each title, each in its own colour. They link to the first game. */
export async function addBanners({ admin }: Catalogue, titles: string[]): Promise<void> {
  for (const [index, bannerTitle] of titles.entries()) {
    const background = `#${(index + 1).toString().repeat(6)}`
    const image = await plainFile({ width: 640, height: 280, background })
    const { status, message } = await admin.call(createBanner, {
      bannerTitle,
      bannerLink: '/product/moonfall-arena',
      isShow: true,
      image,
    })
    if (status !== 200) throw new Error(message)
  }
}
