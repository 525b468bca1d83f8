import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '#contract/core/endpoint.ts'
import {
  createGotoLink,
  deleteGotoLink,
  editGotoLink,
  listGotoLinks,
} from '#contract/catalogue/goto-links.ts'
import { createChanges } from '#server/platform/db/changes.ts'
import { connect } from '#server/platform/db/db.ts'
import { listActions } from '#tests/support/backoffice/audit.ts'
import { openLedger } from '#tests/support/money/ledger.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openProxy } from '#tests/support/network/proxy.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { createGotoLinks } from './clicks.ts'
import { pino } from 'pino'

const testInShop = shareShop(openShop)

/** Returns the target of the redirect; null for a missing link. */
async function leadsTo({ url }: Pick<TestShop, 'url'>, slug: string): Promise<string | null> {
  const { status, headers } = await fetch(`${url}/go/${slug}`, { redirect: 'manual' })
  assert.ok(status === 302 || status === 404, String(status))
  return status === 302 ? headers.get('location') : null
}

const SALE = { slug: 'summer-sale', url: 'https://sale.example/?from=gemstall' }

test('a short link leads to its latest target until it is deleted', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const { data: link, message } = await admin.call(createGotoLink, SALE)
  assert.deepEqual(
    [message, link.slug, link.url, link.clicks],
    ['Link added', SALE.slug, SALE.url, 0],
  )
  assert.equal(await leadsTo(shop, 'summer-sale'), SALE.url)
  assert.equal(await leadsTo(shop, 'Summer-SALE'), SALE.url)

  await admin.call(editGotoLink, { id: link._id, url: 'https://other.example/' })
  assert.equal(await leadsTo(shop, 'summer-sale'), 'https://other.example/')
  await admin.call(editGotoLink, { id: link._id, slug: 'winter-sale' })
  assert.equal(await leadsTo(shop, 'summer-sale'), null)
  assert.equal(await leadsTo(shop, 'winter-sale'), 'https://other.example/')

  const { data: listed } = await admin.call(listGotoLinks, {})
  assert.deepEqual(listed, [
    { ...link, slug: 'winter-sale', url: 'https://other.example/', clicks: 4 },
  ])
  await admin.call(deleteGotoLink, { id: link._id })
  assert.equal(await leadsTo(shop, 'winter-sale'), null)
  assert.deepEqual((await admin.call(listGotoLinks, {})).data, [])
  assert.deepEqual(
    (await listActions(shop)).map(({ action, before, after }) => [action, before, after]),
    [
      ['create goto link', null, SALE],
      ['edit goto link', SALE, { ...SALE, url: 'https://other.example/' }],
      [
        'edit goto link',
        { ...SALE, url: 'https://other.example/' },
        { slug: 'winter-sale', url: 'https://other.example/' },
      ],
      ['delete goto link', { slug: 'winter-sale', url: 'https://other.example/', clicks: 4 }, null],
    ],
  )
})

testInShop('a link in any script redirects with a valid header', async (shop) => {
  const admin = await signUpAdmin(shop)
  await admin.call(createGotoLink, { slug: 'hindi', url: ' https://बिक्री.example/सेल?ü=1\n' })
  const target = await leadsTo(shop, 'hindi')
  assert.match(target!, /^https:\/\/xn--[a-z0-9-]+\.example\/%E0%A4%B8[%A-F0-9]+\?%C3%BC=1$/)
})

test('a flood of clicks causes no writes of its own, and no click is lost on shutdown', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await admin.call(createGotoLink, SALE)
  await admin.call(createGotoLink, { ...SALE, slug: 'other' })
  await leadsTo(shop, SALE.slug)
  const versionOf = async () => {
    const [row] = await shop.sql<[{ version: string; clicks: number }]>`
      select xmin::text as version, clicks from goto_link where slug = ${SALE.slug}`
    return row
  }
  const before = await versionOf()
  const click = (_: unknown, at: number) => leadsTo(shop, at % 10 === 0 ? 'other' : SALE.slug)
  for (let sent = 0; sent < 500; sent += 50) await Promise.all(Array.from({ length: 50 }, click))
  const { version, clicks } = await versionOf()
  assert.ok(version === before.version || clicks > 1) // the timer may have written once, and then many clicks at once
  const node = await shop.openNode()
  assert.equal(await leadsTo(node, SALE.slug), SALE.url)
  await node.stop()
  await shop.stop()
  const rows = await shop.sql<{ slug: string; clicks: number }[]>`
    select slug, clicks from goto_link order by slug`
  assert.deepEqual(
    rows.map(({ slug, clicks }) => [slug, clicks]),
    [
      ['other', 50],
      [SALE.slug, 452],
    ],
  )
})

test('clicks that cannot be stored are kept until they can', async (t) => {
  const proxy = openProxy(t)
  const shop = await openShop(t, { reach: proxy.through })
  const admin = await signUpAdmin(shop)
  await admin.call(createGotoLink, SALE)
  await leadsTo(shop, SALE.slug)
  await proxy.cut()
  await Promise.all(Array.from({ length: 20 }, () => leadsTo(shop, SALE.slug)))
  await until('it was tried in vain', () =>
    shop.log.some((line) => line.includes('clicks on short')),
  )
  await proxy.mend()
  await until('all clicks are counted', async () => {
    const [row] = await shop.sql<[{ clicks: number }]>`select clicks from goto_link`
    return row.clicks === 21
  })
})

test('a link leads where it last led when news of a change comes just before the database goes', async (t) => {
  const proxy = openProxy(t)
  const { sql: direct, databaseUrl } = await openLedger(t)
  await direct`
    insert into goto_link (id, slug, url, created_at, updated_at)
    values (gen_random_uuid(), ${SALE.slug}, ${SALE.url}, now(), now())`
  const sql = connect(await proxy.through(databaseUrl))
  t.after(() => sql.end())
  const changes = createChanges()
  const links = createGotoLinks(sql, changes, pino({ level: 'silent' }))
  t.after(() => links.stop())
  assert.equal(await links.follow(SALE.slug), SALE.url)
  await proxy.cut()
  changes.tell()
  assert.equal(await links.follow(SALE.slug), SALE.url)
  await direct`update goto_link set url = 'https://other.example/'`
  await proxy.mend()
  assert.equal(await links.follow(SALE.slug), 'https://other.example/')
})

test('links are listed in full, or by page, search and date', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const slugs = Array.from({ length: 12 }, (_, index) => `sale-${index}`)
  for (const slug of slugs) await admin.call(createGotoLink, { ...SALE, slug })
  const list = async (input: Input<typeof listGotoLinks>) =>
    (await admin.call(listGotoLinks, input)).data.map(({ slug }) => slug)
  assert.deepEqual(await list({}), slugs.toReversed())
  assert.deepEqual(await list({ page: 2 }), slugs.toReversed().slice(10))
  assert.deepEqual(await list({ page: 2, limit: 5, sort: 'createdAt' }), slugs.slice(5, 10))
  assert.deepEqual(await list({ search: '/GO/sale-11' }), ['sale-11'])
  assert.deepEqual(await list({ search: '%' }), [])
  for (const query of ['page=0', 'page=1000001', 'limit=101', 'sort=slug'])
    assert.equal((await admin.send('GET', `/api/v1/goto-link?${query}`)).status, 400, query)
})

testInShop('an impossible address redirects nowhere', async (shop) => {
  for (const slug of [
    '',
    'nothing',
    'a\0b',
    '../x',
    '%',
    "'; drop table users; --",
    'a'.repeat(5_000),
  ])
    assert.equal(await leadsTo(shop, slug), null)
})

testInShop('addresses of links are unique, and a refused change changes nothing', async (shop) => {
  const admin = await signUpAdmin(shop)
  await admin.call(createGotoLink, SALE)
  const { data: other } = await admin.call(createGotoLink, { ...SALE, slug: 'other' })
  for (const answer of [
    await admin.call(createGotoLink, SALE),
    await admin.call(editGotoLink, { id: other._id, slug: SALE.slug, url: 'https://x.example' }),
  ])
    assert.deepEqual(
      [answer.status, answer.code, answer.errors[0]?.field],
      [409, 'SLUG_TAKEN', 'slug'],
    )
  const { data } = await admin.call(listGotoLinks, {})
  assert.deepEqual(
    data.filter(({ slug }) => slug !== 'hindi').map(({ slug, url }) => [slug, url]),
    [
      ['other', SALE.url],
      [SALE.slug, SALE.url],
    ],
  )
  for (const [slug, url] of [
    ['Sale', SALE.url],
    ['a--b', SALE.url],
    ['a/b', SALE.url],
    ['sale', 'javascript:alert(1)'],
    ['sale', '/games'],
  ])
    assert.equal((await admin.send('POST', '/api/v1/goto-link', { slug, url })).status, 400)
})

testInShop('an unknown link is 404', async (shop) => {
  const admin = await signUpAdmin(shop)
  const id = crypto.randomUUID()
  for (const answer of [
    await admin.call(editGotoLink, { id, slug: 'sale' }),
    await admin.call(deleteGotoLink, { id }),
  ])
    assert.deepEqual([answer.status, answer.message], [404, 'Link not found'])
})
