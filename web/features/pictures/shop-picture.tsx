import { imageSources } from '#contract/core/images.ts'
import { Gem } from '#web/ui/gem.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { Picture as Kept } from '#contract/catalogue/gallery.ts'

type Props = {
  of: Pick<Kept, 'image' | 'width' | 'height' | 'color'> | null
  sizes: string
  /** The largest width ever needed here. */
  widthMax: number
  alt?: string
  isFirst?: boolean
  className?: string
}

/** A gallery picture, or the gem if there is none. */
export const ShopPicture = ({ of: picture, widthMax, alt = '', ...rest }: Props) =>
  picture ? (
    <Picture
      {...rest}
      alt={alt}
      shape={picture}
      avif={imageSources(picture, 'avif', widthMax)}
      webp={imageSources(picture, 'webp', widthMax)}
    />
  ) : (
    <span className={`grid place-items-center bg-sunken ${rest.className ?? ''}`}>
      <Gem className="size-1/3 opacity-70" />
    </span>
  )
