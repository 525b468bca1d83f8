import * as contract from '#contract/catalogue/gallery.ts'
import { implement } from '#server/platform/http/implement.ts'
import { createPicture, deletePicture, editPicture } from './edit.ts'
import { listAllGallery, listGallery } from './list.ts'

export const galleryRoutes = implement(contract, {
  listGallery,
  listAllGallery,
  createPicture,
  editPicture,
  deletePicture,
})
