import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { getAnnouncement } from '#contract/backoffice/announcements.ts'
import { listBanners } from '#contract/catalogue/banners.ts'
import { listAllCategories, listGames } from '#contract/catalogue/catalog.ts'
import { listCoupons } from '#contract/catalogue/coupons.ts'
import { listGallery } from '#contract/catalogue/gallery.ts'
import { IMAGE_FORMATS, imageSources } from '#contract/core/images.ts'
import { getInsights } from '#contract/backoffice/insights.ts'
import { listLeaderboard } from '#contract/orders/leaderboard.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { listPaymentGateways } from '#contract/money/payments.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { listAllTags } from '#contract/catalogue/tags.ts'
import { untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { signUpAdmin } from '#tests/support/accounts/people.ts'
import { openShop, type TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { workDirectly } from '#scripts/demo-directly.ts'
import { openDisk } from '#server/platform/files/disk.ts'
import { DEMO_CATEGORIES, DEMO_GAMES } from './catalogue/catalogue.ts'
import { DEMO_COUPONS } from './catalogue/coupons.ts'
import {
  DEMO_BANNERS,
  DEMO_FOREIGN,
  DEMO_GATEWAY,
  DEMO_RATE,
  DEMO_SETTINGS,
} from './catalogue/front.ts'
import { createClient, type Client } from './client.ts'
import { inTurns } from './in-turns.ts'
import { loadShop } from './load-shop.ts'
import { loadDemo } from './load.ts'
import { gamePictures, type AddPicture } from './pictures.ts'

const CALLS_MAX = 80

// Takes over 20 s: the whole demo shop is loaded three times, and the first load is stopped again and again.
test('an interrupted demo load is completed by the next, and a further one changes nothing', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gemstall-test-'))
  t.after(() => rmSync(dataDir, { recursive: true }))
  const shop = await openShop(t, { env: { DATA_DIR: dataDir } })
  const files = openDisk(join(dataDir, 'files'))
  const directly = workDirectly({ sql: shop.sql, files, now: () => new Date() })
  const { tokens } = await signUpAdmin(shop)
  const admin = createClient(shop.url)
  admin.use(tokens)

  let cuts = 0
  while (!(await finishes(loadShop(...cutAfter(CALLS_MAX, admin, directly.addPicture))))) cuts++
  assert.ok(cuts >= 3, `${cuts} cuts`)
  await assertStocked(shop)

  const load = () => loadDemo({ shopUrl: shop.url, sandboxUrl: shop.sandboxUrl, ...directly })
  await load()
  await untilIdle(shop.sql)
  await until('the shop shows what it has counted', async () => {
    const games = (await shop.visitor.call(listGames, {})).data
    return games.some(({ itemId }) => itemId.some(({ noOfPurchases }) => noOfPurchases > 0))
  })
  const loaded = await look(shop, admin)
  await load()
  assert.deepEqual(await look(shop, admin), loaded)
  assert.deepEqual(
    loaded.players.map(({ name }) => name),
    ['Player-5678', 'Player-6789'],
  )
  assert.equal(loaded.gateways.find(({ isActive }) => isActive)?.name, DEMO_GATEWAY)
  assert.deepEqual(
    [...loaded.gateways, ...loaded.others]
      .filter(({ foreignTurn }) => foreignTurn)
      .toSorted((one, other) => one.foreignTurn! - other.foreignTurn!)
      .map(({ name }) => name),
    DEMO_FOREIGN,
  )
  assert.ok(loaded.orders > 600, `${loaded.orders} orders`)
  assert.equal(loaded.queries, 20)
  const givers = await shop.sql<{ giver: string; sum: number }[]>`
    select split_part(key, ':', 3) as giver, sum(amount)::bigint from transfer
    where kind = 'gift' and currency = 'USD' group by 1 order by 2`
  assert.equal(givers[0]!.sum, 50_0000, 'the history leaves the administrator’s limit unused')
  assert.equal(givers[1]!.giver, 'demo')
})

const CUT = 'Cut short'

async function finishes(load: Promise<void>): Promise<boolean> {
  try {
    await load
    return true
  } catch (error) {
    if (error instanceof Error && error.message === CUT) return false
    throw error
  }
}

const cut = () => Promise.reject(new Error(CUT))

/** Simulates a load that is interrupted after a number of calls. */
function cutAfter(
  callsMax: number,
  client: Client,
  addPicture: AddPicture,
): [client: Client, addPicture: AddPicture] {
  let calls = 0
  return [
    {
      ...client,
      call: (endpoint, input) => (++calls > callsMax ? cut() : client.call(endpoint, input)),
    },
    (...picture) => (++calls > callsMax ? cut() : addPicture(...picture)),
  ]
}

async function assertStocked({ visitor, url }: TestShop): Promise<void> {
  const games = (await visitor.call(listGames, {})).data
  const bySlug = new Map(games.map((game) => [game.gameSlug, game]))
  assert.equal(games.length, DEMO_GAMES.length)
  for (const { slug, name, packs } of DEMO_GAMES) {
    const game = bySlug.get(slug)!
    assert.equal(game.gameImageId?.imageName, name)
    assert.deepEqual(
      game.itemId.map(({ itemSlug, itemName, sellingPrice, quantity }) => [
        itemSlug,
        itemName,
        sellingPrice,
        quantity,
      ]),
      packs.map(({ slug, name, sellingPrice, quantity, isQuantityShown }) => [
        slug,
        name,
        sellingPrice,
        isQuantityShown ? quantity : null,
      ]),
    )
    assert.ok(game.itemId.every(({ itemImageId }) => itemImageId))
  }
  const pictures = games.flatMap(({ gameImageId, itemId }) => [
    gameImageId!,
    ...itemId.map(({ itemImageId }) => itemImageId!),
  ])
  await assertServed(url, pictures)
  const categories = (await visitor.call(listAllCategories, {})).data
  assert.deepEqual(
    new Map(categories.map(({ categoryTitle, noOfGames }) => [categoryTitle, noOfGames])),
    new Map(DEMO_CATEGORIES.map(({ title, games }) => [title, games.length])),
  )
  const banners = (await visitor.call(listBanners, {})).data
  assert.equal(banners.length, DEMO_BANNERS.length)
  assert.equal((await visitor.call(getRate, {})).data.USD, DEMO_RATE)
  assert.equal((await visitor.call(getSettings, {})).data.supportUrl, DEMO_SETTINGS.supportUrl)
  assert.ok((await visitor.call(getAnnouncement, {})).data)
}

/** Asks for every size of the pictures once. */
async function assertServed(shopUrl: string, pictures: { image: string; width: number }[]) {
  const sources = pictures.flatMap((picture) =>
    IMAGE_FORMATS.flatMap((format) => imageSources(picture, format, picture.width).split(', ')),
  )
  await inTurns(4, [...new Set(sources)], async (source) => {
    const response = await fetch(`${shopUrl}${source.split(' ')[0]}`, { method: 'HEAD' })
    assert.equal(response.status, 200, source)
  })
}

const LEADERS = {
  page: 1,
  limit: 10,
  search: '',
  searchIndex: 'email',
  sort: 'rank',
  period: 'current',
} as const

/** Collects everything that a load could change. */
async function look({ visitor, sql }: TestShop, admin: Client) {
  const page = { page: 1, limit: 1, search: '', sort: 'createdAt' } as const
  const pictures = (await admin.call(listGallery, page)).total
  assert.equal(pictures, gamePictures(DEMO_GAMES).length)
  const [row] = await sql<{ actions: number }[]>`select count(*)::int as actions from audit`
  const { coupons } = await admin.call(listCoupons, { ...page, limit: 100 })
  assert.deepEqual(
    coupons.map(({ couponCode }) => couponCode),
    DEMO_COUPONS.map(({ code }) => code),
  )
  const usedUp = coupons.find(({ couponCode }) => couponCode === 'DIWALI10')
  assert.equal(usedUp?.numberOfUsage, 2)
  return {
    pictures,
    coupons,
    actions: row!.actions,
    players: await sql`
      select name, zone_id, player.updated_at from player join users on users.id = user_id
      where email = 'player@gemstall.test' order by player.updated_at`,
    leaders: (await admin.call(listLeaderboard, LEADERS)).leaderboard,
    queries: (await admin.call(getInsights, {})).allQueryCount,
    orders: (await admin.call(listAllOrders, { ...page, searchIndex: 'email' })).totalOrders,
    games: (await visitor.call(listGames, {})).data,
    tags: (await visitor.call(listAllTags, {})).data,
    categories: (await visitor.call(listAllCategories, {})).data,
    banners: (await visitor.call(listBanners, {})).data,
    settings: (await visitor.call(getSettings, {})).data,
    ...(await admin.call(listPaymentGateways, {})),
  }
}
