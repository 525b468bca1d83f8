import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp, { type Sharp } from 'sharp'
import { getAnnouncement } from '#contract/announcements.ts'
import { listBanners } from '#contract/banners.ts'
import { listAllCategories, listGames } from '#contract/catalog.ts'
import { listCoupons } from '#contract/coupons.ts'
import { createPicture, listGallery } from '#contract/gallery.ts'
import { getInsights } from '#contract/insights.ts'
import { listLeaderboard } from '#contract/leaderboard.ts'
import { listAllOrders } from '#contract/orders.ts'
import { listPaymentGateways } from '#contract/payments.ts'
import { getRate } from '#contract/rate.ts'
import { getSettings } from '#contract/settings.ts'
import { listAllTags } from '#contract/tags.ts'
import { untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { signUpAdmin } from '#tests/support/people.ts'
import { openShop, type TestShop } from '#tests/support/shop.ts'
import { until } from '#tests/support/wait.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { DEMO_CATEGORIES, DEMO_GAMES } from './catalogue/catalogue.ts'
import { DEMO_COUPONS } from './catalogue/coupons.ts'
import { DEMO_BANNERS, DEMO_GATEWAY, DEMO_RATE, DEMO_SETTINGS } from './catalogue/front.ts'
import { createClient, type Client } from './client.ts'
import { loadShop } from './load-shop.ts'
import { loadDemo } from './load.ts'
import { drawings } from './pictures.ts'

const CALLS_MAX = 80

test('a load that is cut again and again is finished by the next, and another changes nothing', async (t) => {
  const shop = await openShop(t)
  const { tokens } = await signUpAdmin(shop)
  const admin = createClient(shop.url)
  admin.use(tokens)
  await hangPictures(shop, admin, DEMO_GAMES.slice(DRAWN_GAMES))

  let cuts = 0
  while (!(await finishes(loadShop(cutAfter(admin, CALLS_MAX))))) cuts++
  assert.ok(cuts >= 3, `${cuts} cuts`)
  await assertStocked(shop)

  const load = () =>
    loadDemo({
      shopUrl: shop.url,
      sandboxUrl: shop.sandboxUrl,
      database: shop.sql,
      makeAdmin: async (email) => void (await makeAdmin(shop.sql, email)),
    })
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
  assert.ok(loaded.orders > 600, `${loaded.orders} orders`)
  assert.equal(loaded.queries, 20)
})

const DRAWN_GAMES = 3 // drawing is slow, so all other games share one ready-made picture

async function hangPictures({ sql }: TestShop, admin: Client, games: typeof DEMO_GAMES) {
  const image = new File([await toPng(shotOf('#f4b942'))], 'any.png')
  const { _id } = await admin.call(createPicture, { imageName: 'any', image })
  const names = drawings(games).map(({ name }) => name)
  await sql`
    insert into picture (id, name, image_id, created_at, updated_at)
    select gen_random_uuid(), name, image_id, now(), now()
    from unnest(${names}::text[]) name, (select image_id from picture where id = ${_id}) any_picture`
}

const shotOf = (background: string) =>
  sharp({ create: { width: 160, height: 160, channels: 3, background } })

const toPng = async (image: Sharp) => new Uint8Array(await image.png().toBuffer())

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

/** Simulates a load that is interrupted after a number of calls. */
function cutAfter(client: Client, callsMax: number): Client {
  let calls = 0
  return {
    ...client,
    call: (endpoint, input) =>
      ++calls > callsMax ? Promise.reject(new Error(CUT)) : client.call(endpoint, input),
  }
}

async function assertStocked({ visitor }: TestShop): Promise<void> {
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
  assert.equal(pictures, drawings(DEMO_GAMES).length + 1)
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
    gateways: (await admin.call(listPaymentGateways, {})).gateways,
  }
}
