import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame } from '#contract/catalogue/catalog.ts'
import { deletePicture, editPicture } from '#contract/catalogue/gallery.ts'
import { deleteGame, editGame } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makePicture } from '#tests/support/catalogue/images.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'

test('games and items show the current version of their image, and keep it from deletion', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const picture = await makePicture(admin, { imageName: 'Old' })
  const { _id: id, gameSlug: slug } = await makeGame(admin, { gameImageId: picture._id })
  const item = await makeItem(admin, { gameSlug: slug }, { itemImageId: picture._id })
  assert.deepEqual(item.itemImageId, picture)
  await admin.call(editPicture, { id: picture._id, imageName: 'New' })
  const { data: game } = await shop.visitor.call(findGame, { slug })
  const expected = { ...picture, imageName: 'New' }
  assert.deepEqual([game.gameImageId, game.itemId[0]!.itemImageId], [expected, expected])
  const remove = () => admin.call(deletePicture, { id: picture._id })
  assert.equal((await remove()).code, 'IMAGE_IN_USE')
  await admin.call(editGame, { id, gameImageId: null })
  assert.equal((await remove()).code, 'IMAGE_IN_USE')
  await admin.call(deleteGame, { id })
  assert.equal((await remove()).status, 200)
})
