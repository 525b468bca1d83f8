import { createAnnouncement, listAnnouncements } from '#contract/backoffice/announcements.ts'
import { createBanner, listBannersAsAdmin } from '#contract/catalogue/banners.ts'
import {
  choosePaymentGateway,
  listPaymentGateways,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { setRate } from '#contract/catalogue/rate.ts'
import { editSettings, getSettings } from '#contract/catalogue/settings.ts'
import { DEMO_CATEGORIES, DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import {
  DEMO_ANNOUNCEMENT,
  DEMO_BANNERS,
  DEMO_FOREIGN,
  DEMO_UPI_CODES,
  DEMO_GATEWAY,
  DEMO_OFFERED,
  DEMO_RATE,
  DEMO_SETTINGS,
} from '#demo/catalogue/front.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { Client } from './client.ts'
import { loadCoupons } from './load-coupons.ts'
import { loadCategories, loadGames, loadTags } from './load-games.ts'
import { loadPriceRules } from './load-price-rules.ts'
import { loadPictures, openBanner, type AddPicture } from './pictures.ts'

/** Sets up the shop, as an administrator would on the first day. */
export async function loadShop(client: Client, addPicture: AddPicture): Promise<void> {
  await loadSettings(client)
  const tags = await loadTags(client)
  const pictures = await loadPictures(client, DEMO_GAMES, addPicture)
  const gameIds = await loadGames(client, DEMO_GAMES, { pictures, tags })
  await loadPriceRules(client, DEMO_GAMES)
  await loadCategories(client, DEMO_CATEGORIES, gameIds)
  await loadCoupons(client, gameIds)
  await loadBanners(client)
  await loadAnnouncement(client)
}

/**
 * Saves the settings last, as the mark of a finished load. A later load then leaves changed gateways and rates alone.
 */
async function loadSettings(client: Client): Promise<void> {
  if ((await client.call(getSettings, {})).supportUrl) return
  const { gateways, others } = await client.call(listPaymentGateways, {})
  if (!gateways.some(({ isActive }) => isActive))
    await client.call(choosePaymentGateway, choose([...gateways, ...others]))
  await client.call(setRate, { USD: DEMO_RATE, follow: false })
  await client.call(editSettings, DEMO_SETTINGS)
}

/** Leaves out gateways that this shop doesn't have. Without the first choice, the first other one takes rupees. */
function choose(gateways: PaymentGateway[]): Input<typeof choosePaymentGateway> {
  const isThere = (wanted: string) => gateways.some(({ name }) => name === wanted)
  const other = gateways.find(({ takesRupees }) => takesRupees)?.name ?? null
  const offered = Object.entries(DEMO_OFFERED).filter(([name]) => isThere(name))
  return {
    active: isThere(DEMO_GATEWAY) ? DEMO_GATEWAY : other,
    foreign: DEMO_FOREIGN.filter(isThere),
    upiCodes: DEMO_UPI_CODES.filter(isThere),
    offered: Object.fromEntries(offered),
  }
}

async function loadBanners(client: Client): Promise<void> {
  const { banners } = await client.call(listBannersAsAdmin, {
    page: 1,
    limit: 100,
    search: '',
    sort: 'createdAt',
  })
  const there = new Set(banners.map(({ bannerSlug }) => bannerSlug))
  for (const banner of DEMO_BANNERS) {
    if (there.has(banner.slug)) continue
    await client.call(createBanner, {
      bannerTitle: banner.title,
      bannerSlug: banner.slug,
      bannerSummary: banner.summary,
      bannerDescription: banner.description,
      bannerDate: new Date().toISOString().slice(0, 10),
      bannerFrom: 'Gemstall',
      bannerLink: `/product/${banner.gameSlug}`,
      isShow: true,
      image: await openBanner(banner),
    })
  }
}

async function loadAnnouncement(client: Client): Promise<void> {
  const { total } = await client.call(listAnnouncements, { page: 1, limit: 1, search: '' })
  if (total === 0) await client.call(createAnnouncement, { ...DEMO_ANNOUNCEMENT, endsAt: null })
}
