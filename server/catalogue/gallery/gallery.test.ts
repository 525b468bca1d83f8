import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPicture,
  deletePicture,
  editPicture,
  listAllGallery,
  type Picture,
} from '#contract/catalogue/gallery.ts'
import { deleteGame, editGame } from '#contract/catalogue/games.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { fetchBytes, makePicture, plainFile } from '#tests/support/catalogue/images.ts'
import { signUpAdmin, tally, type Member } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

async function openGallery(t: Parameters<typeof openShop>[0], names: string[] = []) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const imageName of names) await makePicture(admin, { imageName })
  const list = async (query: string) => {
    const { status, data, errors } = await admin.send('GET', `/api/v1/gallery?${query}`)
    const { gallery = [], total } = (data ?? {}) as { gallery?: Picture[]; total?: number }
    return { status, errors, total, names: gallery.map(({ imageName }) => imageName) }
  }
  return { shop, admin, list }
}

const testInShop = shareShop(openGallery)

const findListed = async (admin: Member, id: string) =>
  (await admin.call(listAllGallery, {})).data.filter(({ _id }) => _id === id)

testInShop('an image is stored with its name, size and colour', async ({ shop, admin }) => {
  const image = await plainFile({ width: 800, height: 400, background: '#336699' })
  const { message, data } = await admin.call(createPicture, { imageName: ' Free Fire ', image })
  assert.equal(message, 'Image added')
  const { _id: id, image: address, ...rest } = data
  assert.deepEqual(rest, { imageName: 'Free Fire', width: 800, height: 400, color: '#336699' })
  assert.match(address, /^\/files\/[0-9a-f]{32}\/800\.webp$/)
  await fetchBytes(`${shop.url}${address}`)
  const [row] = await shop.sql`
    select user_id, before, after from audit where action = 'create image' and subject = ${`image ${id}`}`
  assert.deepEqual(row, { userId: admin.id, before: null, after: data })
})

test('the gallery is searched, sorted and paged', async (t) => {
  const { admin, list } = await openGallery(t, ['Mobile Legends', 'PUBG 100%', 'Genshin_Impact'])
  assert.deepEqual(await list(''), {
    status: 200,
    errors: [],
    total: 3,
    names: ['Genshin_Impact', 'PUBG 100%', 'Mobile Legends'],
  })
  assert.deepEqual((await list('sort=createdAt')).names[0], 'Mobile Legends')
  assert.deepEqual((await list('sort=imageName')).names[0], 'Genshin_Impact')
  assert.deepEqual((await list('sort=-imageName')).names[0], 'PUBG 100%')
  assert.deepEqual((await list('search=LEGENDS')).names, ['Mobile Legends'])
  assert.deepEqual((await list('search=%25')).names, ['PUBG 100%'])
  assert.deepEqual((await list('search=_')).names, ['Genshin_Impact'])
  assert.deepEqual((await list('search=%5C')).names, [])
  const { names, total } = await list('limit=2&page=2')
  assert.deepEqual([names, total], [['Mobile Legends'], 3])
  for (const query of ['sort=key', 'limit=0', 'page=x', 'color=red'])
    assert.equal((await list(query)).status, 400, query)
  assert.deepEqual(
    (await admin.call(listAllGallery, {})).data.map(({ imageName }) => imageName),
    ['Genshin_Impact', 'Mobile Legends', 'PUBG 100%'],
  )
})

testInShop(
  'an image can be renamed or replaced under its ID, and its old files remain',
  async ({ shop, admin }) => {
    const before = await makePicture(admin, { imageName: 'Old' })
    const id = before._id
    const named = await admin.call(editPicture, { id, imageName: 'New' })
    assert.deepEqual(
      [named.message, named.data],
      ['Image updated', { ...before, imageName: 'New' }],
    )
    const image = await plainFile({ width: 10, height: 10, background: '#e53170' })
    const { data: after } = await admin.call(editPicture, { id, image })
    assert.deepEqual(
      [after._id, after.imageName, after.width, after.color],
      [id, 'New', 10, '#e53170'],
    )
    assert.deepEqual(await findListed(admin, id), [after])
    for (const picture of [before, after]) await fetchBytes(`${shop.url}${picture.image}`)
    const rows = await shop.sql<{ before: Picture; after: Picture }[]>`
      select before, after from audit
      where action = 'edit image' and subject = ${`image ${id}`} order by id`
    assert.deepEqual(rows.at(-1), { before: { ...before, imageName: 'New' }, after })
  },
)

testInShop('files of a deleted image remain available for a while', async ({ shop, admin }) => {
  const picture = await makePicture(admin)
  const { message, data } = await admin.call(deletePicture, { id: picture._id })
  assert.deepEqual([message, data], ['Image deleted', null])
  assert.deepEqual(await findListed(admin, picture._id), [])
  await fetchBytes(`${shop.url}${picture.image}`)
})

test('an image outside the gallery can be neither changed nor deleted', async (t) => {
  const { shop, admin } = await openGallery(t)
  const image = await plainFile()
  const answers = [
    await admin.call(editPicture, { id: NOBODY, imageName: 'New' }),
    await admin.call(editPicture, { id: NOBODY, image }),
    await admin.call(deletePicture, { id: NOBODY }),
  ]
  for (const { status, code } of answers) assert.deepEqual([status, code], [404, 'NO_SUCH_IMAGE'])
  assert.equal((await shop.sql`select from audit where action like '%image'`).count, 0)
})

testInShop('an image used by a game or an item cannot be deleted', async ({ admin }) => {
  const [ofGame, ofItem, ofGone] = [
    await makePicture(admin),
    await makePicture(admin),
    await makePicture(admin),
  ]
  const game = await makeGame(admin, { gameImageId: ofGame._id })
  await makeItem(admin, game, { itemImageId: ofItem._id })
  const gone = await makeGame(admin, { gameImageId: ofGone._id })
  await admin.call(deleteGame, { id: gone._id })
  for (const { _id: id } of [ofGame, ofItem]) {
    const { status, code, message } = await admin.call(deletePicture, { id })
    assert.deepEqual([status, code], [409, 'IMAGE_IN_USE'])
    assert.match(message, /in use/)
  }
  assert.equal((await admin.call(deletePicture, { id: ofGone._id })).status, 200)
  await admin.call(editGame, { id: game._id, gameImageId: null })
  assert.equal((await admin.call(deletePicture, { id: ofGame._id })).status, 200)
})

testInShop(
  'an image that is deleted and given to a game at once is either gone or in use',
  async ({ shop, admin }) => {
    const logged = shop.log.length
    const game = await makeGame(admin)
    for (let count = 0; count < 8; count++) {
      const { _id: id } = await makePicture(admin)
      const [deleted, edited] = await Promise.all([
        admin.call(deletePicture, { id }),
        admin.call(editGame, { id: game._id, gameImageId: id }),
      ])
      const statuses = [deleted.status, edited.status]
      assert.ok(['200,404', '409,200'].includes(String(statuses)), String(statuses))
      await admin.call(editGame, { id: game._id, gameImageId: null })
    }
    assert.ok(!shop.log.slice(logged).some((line) => line.includes('"level":50')))
  },
)

testInShop(
  'the last of many simultaneous replacements of an image wins, and no file is lost',
  async ({ shop, admin }) => {
    const countImages = async () =>
      (await shop.sql`select from image where deleted_at is null`).count
    const before = await countImages()
    const { _id: id } = await makePicture(admin)
    const files = await Promise.all(
      ['#110000', '#220000', '#330000', '#440000'].map((background) => plainFile({ background })),
    )
    const answers = await Promise.all(files.map((image) => admin.call(editPicture, { id, image })))
    assert.deepEqual(tally(answers), { 200: 4 })
    assert.equal((await countImages()) - before, 1)
    const [picture] = await findListed(admin, id)
    await fetchBytes(`${shop.url}${picture!.image}`)
  },
)
