import type * as contract from '#contract/gallery.ts'
import type { Handlers } from '#server/platform/http/implement.ts'
import { toPicture } from './gallery.ts'
import { countPictures, selectAllPictures, selectPictures } from './sql.ts'

type Handle = Handlers<typeof contract>

export const listGallery: Handle['listGallery'] = async ({ sql }, list) => {
  const [pictures, total] = await Promise.all([selectPictures(sql, list), countPictures(sql, list)])
  return { gallery: pictures.map(toPicture), total }
}

export const listAllGallery: Handle['listAllGallery'] = async ({ sql }) =>
  (await selectAllPictures(sql)).map(toPicture)
