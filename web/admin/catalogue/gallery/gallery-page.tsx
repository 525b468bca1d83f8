import { titled } from '#web/features/shop-facts/head.ts'
import { GalleryImages } from './gallery-images.tsx'
import { GalleryTags } from './gallery-tags.tsx'

export const meta = titled('Gallery')

/** Pictures and tags for games and packs. */
const GalleryPage = () => (
  <>
    <h1 className="text-3xl">Gallery</h1>
    <div className="grid items-start gap-x-8 gap-y-12 xl:grid-cols-2">
      <GalleryImages />
      <GalleryTags />
    </div>
  </>
)
export default GalleryPage
