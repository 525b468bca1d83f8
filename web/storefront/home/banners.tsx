import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Carousel } from '#web/ui/carousel.tsx'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import type { Slide } from './load-home.ts'

const INTERVAL_MS = 4_000
export const BANNER_SIZES = '(min-width: 64rem) min(64vw, 800px), 100vw'
export const BANNER_WIDTH_MAX = 1920

/** The shop's banners. The first one loads with priority, because it is the page's main picture. */
export const Banners = ({ slides }: { slides: Slide[] }) => (
  <Carousel
    label="Shop news"
    intervalMs={INTERVAL_MS}
    slides={slides.map((slide, index) => ({
      key: slide.slug,
      name: slide.title,
      content: <Banner slide={slide} isFirst={index === 0} />,
    }))}
  />
)

const Banner = ({ slide, isFirst }: { slide: Slide; isFirst: boolean }) => (
  <Way to={slide.link}>
    <ShopPicture
      of={slide.picture}
      widthMax={BANNER_WIDTH_MAX}
      sizes={BANNER_SIZES}
      isFirst={isFirst}
      className="absolute inset-0 size-full object-cover object-right"
    />
    <span className="absolute inset-0 bg-linear-to-t from-night via-night/50 to-night/0 sm:bg-linear-to-r sm:from-night/90 sm:via-night/55" />
    <span className="absolute inset-x-0 bottom-0 grid gap-1 p-4 sm:inset-y-0 sm:right-auto sm:w-1/2 sm:content-center sm:p-8 lg:gap-2">
      <span className="font-display text-xl leading-tight font-bold tracking-tight text-balance sm:text-2xl">
        {slide.title}
      </span>
      {slide.summary && (
        <span className="line-clamp-2 text-sm text-pretty sm:line-clamp-3 sm:text-base">
          {slide.summary}
        </span>
      )}
    </span>
  </Way>
)

const look =
  'relative block aspect-16/10 w-full overflow-hidden text-on-night focus-visible:-outline-offset-4 sm:aspect-16/7'

/** Links a banner into the shop or to another site. Without a link it is plain content. */
function Way({ to, children }: { to: string; children: ReactNode }) {
  if (!to) return <span className={look}>{children}</span>
  if (to.startsWith('/go/') || !to.startsWith('/'))
    return (
      <a href={to} className={look}>
        {children}
      </a>
    )
  return (
    <Link to={to} prefetch="intent" className={look}>
      {children}
    </Link>
  )
}
