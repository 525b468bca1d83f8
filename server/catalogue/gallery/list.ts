import type * as contract from '#contract/catalogue/gallery.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { toPicture } from './gallery.ts'
import { countPictures, selectAllPictures, selectPictures } from './sql.ts'

export const listGallery: Handler<typeof contract.listGallery> = async ({ sql }, list) => {
  const [pictures, total] = await Promise.all([selectPictures(sql, list), countPictures(sql, list)])
  return { gallery: pictures.map(toPicture), total }
}

export const listAllGallery: Handler<typeof contract.listAllGallery> = async ({ sql }) =>
  (await selectAllPictures(sql)).map(toPicture)
