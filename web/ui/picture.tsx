type PictureProps = {
  avif: string // for srcset, as webp
  webp: string
  shape: { image: string; width: number; height: number; color: string }
  alt: string
  sizes: string
  /** The first thing to look at: fetched before everything else. The rest waits until it is near. */
  isFirst?: boolean
  className?: string
}

/** A picture in the smallest size that will do, its place and its colour there before it. */
export const Picture = ({
  avif,
  webp,
  shape: { image, width, height, color },
  alt,
  sizes,
  isFirst = false,
  className = '',
}: PictureProps) => (
  <>
    <Ground color={color} className={className} />
    <picture className="contents">
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <source type="image/webp" srcSet={webp} sizes={sizes} />
      <img
        src={image}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        className={className}
      />
    </picture>
  </>
)

type GroundProps = { color: string; className: string }

/** A colour that is data: an attribute of an SVG is no inline style, which the policy forbids. */
export const Ground = ({ color, className }: GroundProps) => (
  <svg color={color} className={`bg-current ${className}`} aria-hidden="true" />
)
