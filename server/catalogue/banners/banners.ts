import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/catalogue/banners.ts'
import type { Banner } from '#contract/catalogue/banners.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { SHOP_TIME_ZONE } from '#contract/core/period.ts'
import { toImage } from '#server/catalogue/gallery/gallery.ts'
import { insertAtFreeSlug, toSlug } from '#server/catalogue/games/slugs.ts'
import { changeContent } from '#server/platform/audit/change-content.ts'
import { refuseStale } from '#server/platform/audit/refuse-stale.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { dropImage, keepImage, storeImage } from '#server/platform/files/store-image.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  countBanners,
  deleteBannerRow,
  insertBanner,
  lockBanner,
  selectBanner,
  selectBanners,
  selectShownBanner,
  selectShownBanners,
  selectSlugs,
  updateBanner,
  type BannerChange,
  type BannerRow,
} from './sql.ts'

type NewBanner = Input<typeof contract.createBanner>

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

export const createBanner: Handler<typeof contract.createBanner> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  const image = await storeImage(ctx, input.image)
  return changeContent(ctx, { caller, visit }, async (tx, now) => {
    await keepImage(tx, image.id)
    const id = await insert(tx, { input, imageId: image.id, now })
    const after = toBanner(orRefuse(await selectBanner(tx, id)))
    return {
      action: 'create banner',
      subject: `banner ${id}`,
      before: null,
      after,
      answer: after,
    }
  })
}

export const editBanner: Handler<typeof contract.editBanner> = async (
  ctx,
  { id, was, ...input },
  caller,
  visit,
) => {
  orRefuse(await selectBanner(ctx.sql, id))
  const image = input.image && (await storeImage(ctx, input.image))
  return changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = orRefuse(await lockBanner(tx, id))
    const subject = `banner ${id}`
    await refuseStale(tx, { subject, was, is: toBanner(before), caller, now })
    if (image) {
      await keepImage(tx, image.id)
      await dropImage(tx, before.imageId, now)
    }
    const change = { ...toChange(input), slug: input.bannerSlug, imageId: image?.id }
    await updateBanner(tx, id, change, now)
    const after = toBanner(orRefuse(await selectBanner(tx, id)))
    return {
      action: 'edit banner',
      subject,
      before: toBanner(before),
      after,
      answer: after,
    }
  })
}

export const deleteBanner: Handler<typeof contract.deleteBanner> = (ctx, { id }, caller, visit) =>
  changeContent(ctx, { caller, visit }, async (tx, now) => {
    const before = orRefuse(await lockBanner(tx, id))
    await deleteBannerRow(tx, id)
    await dropImage(tx, before.imageId, now)
    return {
      action: 'delete banner',
      subject: `banner ${id}`,
      before: toBanner(before),
      after: null,
      answer: null,
    }
  })

type Insert = { input: NewBanner; imageId: string; now: Date }

async function insert(tx: Tx, { input, imageId, now }: Insert): Promise<string> {
  const id = randomUUIDv7()
  const banner = { id, imageId, ...toRow(input, now) }
  const insertAt = async (slug: string) =>
    (await insertBanner(tx, { ...banner, slug }, now)) ? id : null
  if (!input.bannerSlug)
    return insertAtFreeSlug({
      start: toSlug(input.bannerTitle) ?? 'banner',
      select: (start) => selectSlugs(tx, start),
      insert: insertAt,
    })
  if (!(await insertAt(input.bannerSlug))) throw new Refusal('SLUG_TAKEN', { field: 'bannerSlug' })
  return id
}

const toRow = (input: NewBanner, now: Date) => ({
  title: input.bannerTitle,
  summary: input.bannerSummary ?? '',
  description: input.bannerDescription ?? '',
  shownDate: input.bannerDate ?? today(now),
  publisher: input.bannerFrom ?? '',
  link: input.bannerLink ?? '',
  isShown: input.isShow ?? true,
})

const toChange = (input: Omit<Input<typeof contract.editBanner>, 'id' | 'was'>): BannerChange => ({
  title: input.bannerTitle,
  summary: input.bannerSummary,
  description: input.bannerDescription,
  shownDate: input.bannerDate,
  publisher: input.bannerFrom,
  link: input.bannerLink,
  isShown: input.isShow,
})

/** Returns the date in the shop's time zone, as 2026-01-31. */
const today = (now: Date) => now.toLocaleDateString('en-CA', { timeZone: SHOP_TIME_ZONE })

function orRefuse(banner: BannerRow | null): BannerRow {
  if (!banner) throw new Refusal('NO_SUCH_BANNER')
  return banner
}

function toBanner(row: BannerRow): Banner {
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
