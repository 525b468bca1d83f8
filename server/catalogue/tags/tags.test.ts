import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGame, findItem } from '#contract/catalogue/catalog.ts'
import { deleteGame, editGame, editItem, removeItem } from '#contract/catalogue/games.ts'
import { createTag, deleteTag, editTag, listAllTags, listTags } from '#contract/catalogue/tags.ts'
import { makeGame, makeItem, makeTag } from '#tests/support/catalogue/catalog.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'

const testInShop = shareShop(openShop)

const findListed = async ({ visitor }: TestShop, id: string) =>
  (await visitor.call(listAllTags, {})).data.filter(({ _id }) => _id === id)

const NOWHERE = '00000000-0000-4000-8000-000000000000'

testInShop('a tag is made, edited, shown on its games and items, and deleted', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { data: tag, message } = await admin.call(createTag, {
    tagName: ' Hot ',
    tagColor: '#FFFFFF',
    tagBackground: '#c0392b',
  })
  const { _id: id, ...fields } = tag
  assert.equal(message, 'Tag added')
  assert.deepEqual(fields, { tagName: 'Hot', tagColor: '#ffffff', tagBackground: '#c0392b' })
  const { gameSlug: slug, ...game } = await makeGame(admin, { tagId: id })
  const { itemSlug } = await makeItem(admin, { gameSlug: slug }, { tagId: id })
  assert.deepEqual(game.tagId, tag)
  const edited = await admin.call(editTag, { id, tagName: 'Hotter' })
  const expected = { ...tag, tagName: 'Hotter' }
  assert.deepEqual([edited.message, edited.data], ['Tag updated', expected])
  assert.deepEqual((await admin.call(editTag, { id })).data, expected)
  assert.deepEqual((await shop.visitor.call(findGame, { slug })).data.tagId, expected)
  assert.deepEqual((await shop.visitor.call(findItem, { itemSlug })).data.tagId, expected)
  assert.deepEqual(await findListed(shop, id), [expected])
  await admin.call(deleteGame, { id: game._id })
  const gone = await admin.call(deleteTag, { id })
  assert.deepEqual([gone.status, gone.message, gone.data], [200, 'Tag deleted', null])
  assert.deepEqual(await findListed(shop, id), [])
  for (const endpoint of [editTag, deleteTag])
    assert.equal((await admin.call(endpoint, { id })).code, 'NO_SUCH_TAG')
})

testInShop('a tag in use cannot be deleted', async (shop) => {
  const admin = await signUpAdmin(shop)
  const { _id: id } = await makeTag(admin)
  const game = await makeGame(admin, { tagId: id })
  const plain = await makeGame(admin)
  const [item, other] = [
    await makeItem(admin, plain, { tagId: id }),
    await makeItem(admin, plain, { tagId: id }),
  ]
  const releases = [
    () => admin.call(editGame, { id: game._id, tagId: null }),
    () => admin.call(editItem, { itemId: item._id, tagId: null }),
    () => admin.call(removeItem, { itemId: other._id, gameSlug: plain.gameSlug }),
  ]
  for (const release of releases) {
    const { status, code } = await admin.call(deleteTag, { id })
    assert.deepEqual([status, code], [409, 'TAG_IN_USE'])
    assert.equal((await findListed(shop, id)).length, 1)
    assert.equal((await release()).status, 200)
  }
  assert.equal((await admin.call(deleteTag, { id })).status, 200)
})

testInShop('tags need a unique name and valid colours', async (shop) => {
  const admin = await signUpAdmin(shop)
  await makeTag(admin, { tagName: 'Rare' })
  const { _id: id } = await makeTag(admin)
  const colours = { tagColor: '#000000', tagBackground: '#ffffff' }
  const taken = [
    await admin.call(createTag, { tagName: 'RARE', ...colours }),
    await admin.call(editTag, { id, tagName: 'rare' }),
  ]
  for (const { status, code, errors } of taken)
    assert.deepEqual([status, code, errors[0]?.field], [409, 'TAG_NAME_TAKEN', 'tagName'])
  const refusals: [field: string, value: unknown][] = [
    ['tagColor', 'red'],
    ['tagColor', '#fff'],
    ['tagBackground', '#12345g'],
    ['tagBackground', '#123456;background:url(//evil.example)'],
    ['tagName', ''],
    ['tagName', 'a'.repeat(31)],
    ['tagSize', 1],
  ]
  for (const [field, value] of refusals) {
    const body = { tagName: 'New', ...colours, [field]: value }
    const made = await admin.send('POST', '/api/v1/tag', body)
    const edited = await admin.send('PUT', `/api/v1/tag/${id}`, { [field]: value })
    for (const { status, errors } of [made, edited])
      assert.deepEqual([status, errors[0]?.field], [400, field], `${field}: ${String(value)}`)
  }
  assert.equal((await admin.call(editTag, { id: NOWHERE, tagName: 'X' })).code, 'NO_SUCH_TAG')
})

test('tags are listed newest first, searched, sorted and paged, and all of them by name', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  for (const tagName of ['New', 'hot', 'Été']) await makeTag(admin, { tagName })
  const list = async (fields: object = {}) => {
    const input = { page: 1, limit: 10, search: '', sort: '-createdAt', ...fields } as const
    const { data } = await shop.visitor.call(listTags, input)
    return [data.total, ...data.tags.map(({ tagName }) => tagName)]
  }
  assert.deepEqual(await list(), [3, 'Été', 'hot', 'New'])
  assert.deepEqual(await list({ sort: 'tagName', limit: 2 }), [3, 'Été', 'hot'])
  assert.deepEqual(await list({ search: 'ete' }), [1, 'Été'])
  assert.deepEqual(await list({ search: '%' }), [0])
  const { data } = await shop.visitor.call(listAllTags, {})
  assert.deepEqual(
    data.map(({ tagName }) => tagName),
    ['Été', 'hot', 'New'],
  )
})
