import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPackShop } from '#tests/support/orders/orders.ts'

const SCRIPT = /\/assets\/[\w.-]+\.js/g
const MANIFEST = /\/manifest-/ // the addresses of all scripts, which isn't a part of any page

/** Finds the scripts that a page preloads, and all that they import. Returns their names and their size as sent. */
async function readScripts(origin: string, path: string) {
  const page = await (await fetch(origin + path)).text()
  const found = new Set(page.match(SCRIPT)?.filter((script) => !MANIFEST.test(script)))
  let size = 0
  for (const script of found) {
    const answer = await fetch(origin + script, { headers: { 'accept-encoding': 'br' } })
    size += Number(answer.headers.get('content-length'))
    for (const [, name] of (await answer.text()).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      found.add(`/assets/${name}`)
  }
  const names = [...found].map((script) => script.slice('/assets/'.length, -'-12345678.js'.length))
  return { names, size }
}

const FIRST_PAGES = [
  '/',
  '/leaderboard',
  '/services',
  '/privacy-policy',
  '/terms-and-conditions',
  '/refund-policy',
  '/no-such-page',
]

test('a first visit loads few scripts, and the bundles for entering something only where people do', async (t) => {
  const { shop, game, item } = await openPackShop(t)
  const { gameSlug: slug } = game
  const bundlesAt = async (path: string) => {
    const { names, size } = await readScripts(shop.url, path)
    const bundles = ['calls', 'forms', 'dialogs', 'checkout'].filter((name) => names.includes(name))
    return { bundles, size, count: names.length }
  }
  for (const path of [...FIRST_PAGES, `/product/${slug}`]) {
    const { bundles, size, count } = await bundlesAt(path)
    assert.deepEqual(bundles, [], path)
    assert.ok(size > 60_000 && size < 130_000 && count <= 10, `${path}: ${count} with ${size}`)
  }
  const payLink = `/pay-for/${slug}/${item.itemSlug}`
  assert.deepEqual((await bundlesAt(payLink)).bundles, ['calls'])
  assert.deepEqual((await bundlesAt('/check-region')).bundles, ['calls', 'forms'])
  assert.deepEqual((await bundlesAt('/login')).bundles, ['calls', 'forms'])
  const purchase = await bundlesAt(`/product/${slug}/buy`)
  assert.deepEqual(purchase.bundles, ['calls', 'forms', 'dialogs', 'checkout'])
  assert.ok(purchase.size < 240_000 && purchase.count <= 16, `${purchase.count}, ${purchase.size}`)
})
