import * as contract from '#contract/catalogue/banners.ts'
import { implement } from '#server/platform/http/implement.ts'
import {
  createBanner,
  deleteBanner,
  editBanner,
  findBanner,
  findBannerAsAdmin,
  listBanners,
  listBannersAsAdmin,
} from './banners.ts'

export const bannerRoutes = implement(contract, {
  listBanners,
  findBanner,
  listBannersAsAdmin,
  findBannerAsAdmin,
  createBanner,
  editBanner,
  deleteBanner,
})
