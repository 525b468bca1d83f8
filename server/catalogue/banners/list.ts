import type * as contract from '#contract/catalogue/banners.ts'
import type { Banner } from '#contract/catalogue/banners.ts'
import { toImage } from '#server/catalogue/gallery/gallery.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countBanners,
  selectBanner,
  selectBanners,
  selectShownBanner,
  selectShownBanners,
  type BannerRow,
} from './sql.ts'

export const listBanners: Handler<typeof contract.listBanners> = async ({ sql }) =>
  (await selectShownBanners(sql)).map(toBanner)

export const findBanner: Handler<typeof contract.findBanner> = async ({ sql }, { slug }) =>
  toBanner(orRefuse(await selectShownBanner(sql, slug)))

export const listBannersAsAdmin: Handler<typeof contract.listBannersAsAdmin> = async (
  { sql },
  list,
) => {
  const [banners, total] = await Promise.all([selectBanners(sql, list), countBanners(sql, list)])
  return { banners: banners.map(toBanner), total }
}

export const findBannerAsAdmin: Handler<typeof contract.findBannerAsAdmin> = async (
  { sql },
  { id },
) => toBanner(orRefuse(await selectBanner(sql, id)))

export function orRefuse(banner: BannerRow | null): BannerRow {
  if (!banner) throw new Refusal('NO_SUCH_BANNER')
  return banner
}

export function toBanner(row: BannerRow): Banner {
  const picture = toImage(row)
  return {
    _id: row.id,
    bannerSlug: row.slug,
    bannerImage: picture.image,
    picture,
    bannerTitle: row.title,
    bannerSummary: row.summary,
    bannerDescription: row.description,
    bannerDate: row.shownDate,
    bannerFrom: row.publisher,
    bannerLink: row.link,
    isShow: row.isShown,
  }
}
