import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { bucketOutside } from '#sandbox/credentials.ts'
import {
  createPicture,
  deletePicture,
  editPicture,
  listAllGallery,
  type Picture,
} from '#contract/catalogue/gallery.ts'
import { imageAddress } from '#contract/core/images.ts'
import {
  addressesOf,
  fetchBytes,
  makePicture,
  plain,
  plainFile,
  toFile,
} from '#tests/support/catalogue/images.ts'
import { holdTimeouts } from '#tests/support/network/timeouts.ts'
import { breakOutside, mendOutside } from '#tests/support/shop/outside.ts'
import { logIn, signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { sendLines } from '#tests/support/calls/raw.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const STORES = ['on the disk', 'in a bucket'] as const

const statusesOf = async (url: string, picture: Pick<Picture, 'image' | 'width'>) =>
  tally(await Promise.all(addressesOf(picture).map((address) => fetch(`${url}${address}`))))

/** Opens a shop with this store. `openFresh` opens another node, whose cache is empty. */
async function openStore(t: TestContext, place: (typeof STORES)[number]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gemstall-files-'))
  const first = await openShop(t, { env: { DATA_DIR: dataDir } })
  t.after(() => rm(dataDir, { recursive: true }))
  const env = place === 'in a bucket' ? bucketOutside(first.sandboxUrl) : {}
  const shop = await first.openNode(env)
  await first.stop()
  const admin = await signUpAdmin(shop)
  const openFresh = () => shop.openNode(env)
  return { shop, admin, openFresh, folder: join(dataDir, 'files') }
}

for (const place of STORES) {
  test(`images ${place} are complete and survive a restart`, async (t) => {
    const { shop, admin, openFresh } = await openStore(t, place)
    const picture = await makePicture(admin, { image: await plainFile({ width: 700 }) })
    const before = await fetchBytes(`${shop.url}${picture.image}`)
    await shop.stop()
    const fresh = await openFresh()
    assert.deepEqual(await fetchBytes(`${fresh.url}${picture.image}`), before)
    assert.deepEqual(await statusesOf(fresh.url, picture), { 200: 8 })
  })

  test(`a replaced or deleted image ${place} is kept for a month and then deleted`, async (t) => {
    const { shop, admin, openFresh } = await openStore(t, place)
    const sweep = async (url = shop) => {
      await url.sql`update schedule set next_at = '-infinity' where name = 'sweep-images'`
      await until('the sweep has run', async () => {
        const rows = await url.sql`
          select from schedule where name = 'sweep-images' and next_at = '-infinity'
          union all select from job where name = 'sweep-images'`
        return rows.count === 0
      })
    }
    const replaced = await makePicture(admin)
    const id = replaced._id
    const image = await plainFile({ background: '#e53170' })
    const { data: kept } = await admin.call(editPicture, { id, image })
    const twin = await makePicture(admin, { image })
    const deleted = await makePicture(admin)
    await admin.call(deletePicture, { id: deleted._id })
    await admin.call(deletePicture, { id: twin._id })
    assert.equal(twin.image, kept.image)

    await sweep()
    const fresh = await openFresh()
    for (const picture of [replaced, deleted, kept])
      assert.deepEqual(await statusesOf(fresh.url, picture), { 200: 2 })

    shop.wait(31 * DAY_MS)
    fresh.wait(31 * DAY_MS)
    await sweep()
    const later = await openFresh()
    for (const picture of [replaced, deleted])
      assert.deepEqual(await statusesOf(later.url, picture), { 404: 2 })
    assert.deepEqual(await statusesOf(later.url, kept), { 200: 2 })
    assert.equal((await shop.sql`select from image`).count, 1)
  })
}

test('uploading a file that is just being cleaned up keeps it', async (t) => {
  const { shop, admin } = await openStore(t, 'in a bucket')
  const image = await plainFile()
  const old = await makePicture(admin, { image })
  await admin.call(deletePicture, { id: old._id })
  shop.wait(31 * DAY_MS)
  await breakOutside(shop, { target: 'bucket', kind: 'latency', ms: 600 })
  await shop.sql`update schedule set next_at = '-infinity' where name = 'sweep-images'`
  await until('the sweep deletes', async () => {
    const rows = await shop.sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and granted and datname = current_database()`
    return rows.count > 0
  })
  const back = await logIn(admin) // a month has passed
  const { data, status } = await back.call(createPicture, { imageName: 'Again', image })
  assert.deepEqual([status, data.image], [200, old.image])
  await mendOutside(shop)
  assert.deepEqual(await statusesOf(shop.url, data), { 200: 2 })
  assert.equal((await shop.sql`select from image`).count, 1)
})

test('while the bucket is down the shop says so, and recovers by itself', async (t) => {
  const { shop, admin, openFresh } = await openStore(t, 'in a bucket')
  const known = await makePicture(admin)
  const fresh = await openFresh()
  for (const kind of ['error', 'drop-reply'] as const) {
    await breakOutside(shop, { target: 'bucket', kind })
    const image = await plainFile({ background: kind === 'error' ? '#111111' : '#222222' })
    const { status, code, message } = await admin.call(createPicture, { imageName: 'New', image })
    assert.deepEqual([status, code], [503, 'FILES_UNREACHABLE'])
    assert.equal(message, 'Images aren’t available right now. Please try again')
    const shown = await fetch(`${fresh.url}${known.image}`)
    assert.deepEqual([shown.status, await shown.text()], [503, message])
    assert.equal(shown.headers.get('cache-control'), 'no-store')
    assert.equal((await fetch(`${fresh.url}/api/v1/banner`)).status, 200)
    await mendOutside(shop)
  }
  assert.equal((await admin.call(listAllGallery, {})).data.length, 1)
  assert.equal((await fetch(`${fresh.url}${known.image}`)).status, 200)
  await makePicture(admin)
})

test('a slow bucket times out before the browser does', async (t) => {
  const { shop, admin } = await openStore(t, 'in a bucket')
  await breakOutside(shop, { target: 'bucket', kind: 'latency', ms: 600_000 })
  const timeouts = holdTimeouts(t)
  const uploading = admin.call(createPicture, { imageName: 'New', image: await plainFile() })
  await until('the bucket is asked', () => timeouts.limits().length > 0)
  timeouts.expire()
  const answer = await uploading
  assert.deepEqual([answer.status, answer.code], [503, 'FILES_UNREACHABLE'])
  assert.deepEqual(new Set(timeouts.limits()), new Set([4_000])) // an answer may take 9.5 s
})

test('a failed write is reported with a clear message', async (t) => {
  const { admin, folder } = await openStore(t, 'on the disk')
  writeFileSync(folder, 'in the way')
  const image = await plainFile()
  const answer = await admin.call(createPicture, { imageName: 'New', image })
  assert.deepEqual([answer.status, answer.code], [503, 'FILES_UNREACHABLE'])
  await rm(folder)
  await makePicture(admin)
})

test('files left half-written by a crash are removed after a day', async (t) => {
  const { shop, admin, openFresh, folder } = await openStore(t, 'on the disk')
  await makePicture(admin)
  for (const name of ['old.part', 'new.part']) writeFileSync(join(folder, name), 'half')
  const yesterday = new Date(Date.now() - 2 * DAY_MS)
  await utimes(join(folder, 'old.part'), yesterday, yesterday)
  await shop.stop()
  await makePicture(Object.assign(admin, { url: (await openFresh()).url }))
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    ['new.part'],
  )
})

test('an image address never changes its content and is cached for good', async (t) => {
  const { shop, admin } = await openStore(t, 'on the disk')
  const { image } = await makePicture(admin)
  const { status, headers } = await fetch(`${shop.url}${image}`)
  const etag = headers.get('etag')!
  assert.deepEqual(
    ['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name)),
    ['image/webp', 'public, max-age=31536000, immutable', 'nosniff'],
  )
  assert.equal(status, 200)
  const again = await fetch(`${shop.url}${image}`, {
    headers: { 'if-none-match': `"x", W/${etag}` },
  })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  const head = await fetch(`${shop.url}${image}`, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
  assert.equal(head.headers.get('content-length'), headers.get('content-length'))
})

test('a missing file is not found, under any spelling of its name', async (t) => {
  const { shop, admin, folder } = await openStore(t, 'on the disk')
  const { image } = await makePicture(admin)
  const [, , key = ''] = image.split('/')
  writeFileSync(join(folder, 'secret'), 'not for you')
  for (const address of [
    '/files/',
    '/files/secret',
    `/files/${key}`,
    `/files/${key}/`,
    imageAddress(key, 30, 'webp'),
    imageAddress('0'.repeat(32), 40, 'webp'),
    image.replace('.webp', '.png'),
    image.replace('.webp', '.webp/'),
    image.replace('/40', '/040'),
    image.replace(key, key.toUpperCase()),
    `/files/${key}/../secret`,
    '/files/..%2fsecret/40.webp',
    `/files/%2e%2e/${key}/40.webp`,
    '/files//40.webp',
  ]) {
    const { status, headers, body } = await sendLines(shop.url, `GET ${address}`)
    const told = [status, headers.get('cache-control'), body]
    assert.deepEqual(
      told,
      [404, 'no-store', 'There’s nothing at this address. Check it and try again'],
      address,
    )
  }
  assert.equal((await fetch(`${shop.url}${image}`, { method: 'POST' })).status, 404)
  assert.equal((await fetch(`${shop.url}${image}?from=mail`)).status, 200)
})

test('simultaneous uploads of one image write it once and completely', async (t) => {
  const { shop, admin, folder } = await openStore(t, 'on the disk')
  const image = toFile(await plain({ width: 200 }).png().toBuffer())
  const made = await Promise.all(
    Array.from({ length: 5 }, () => admin.call(createPicture, { imageName: 'Same', image })),
  )
  assert.deepEqual(tally(made), { 200: 5 })
  assert.equal(readdirSync(folder).length, 4)
  const shown = await Promise.all(
    Array.from({ length: 50 }, () => fetch(`${shop.url}${made[0]!.data.image}`)),
  )
  assert.deepEqual(tally(shown), { 200: 50 })
})
