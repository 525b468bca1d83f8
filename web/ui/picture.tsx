type PictureProps = {
  avif: string // value for srcset, like webp
  webp: string
  shape: { image: string; width: number; height: number; color: string }
  alt: string
  sizes: string
  /** Set for the most prominent picture: it loads with high priority, all others lazily. */
  isFirst?: boolean
  className?: string
}

/** Loads the smallest sufficient size. A coloured placeholder reserves the space meanwhile. */
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

/** Shows a colour from the data as an SVG attribute, because the content security policy forbids inline styles. */
export const Ground = ({ color, className }: GroundProps) => (
  <svg color={color} className={`bg-current ${className}`} aria-hidden="true" />
)
