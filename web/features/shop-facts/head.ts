import type { MetaDescriptor } from 'react-router'
import type { ShopFacts } from './load-shop-facts.ts'

type Match = { id: string; loaderData?: unknown } | undefined
type Head = {
  /** Excludes the shop's name, which is appended. */
  title: string
  description: string
  path: string
  structured?: (shop: Here) => object[]
}
type Here = { origin: string; shopName: string }

/** Made by scripts/make/make-icons.ts in the size that link previews use. */
const SHARE_PICTURE = { image: '/icons/share.jpg', width: 1200, height: 630 }

/** Meta tags of a public page for search engines and link previews. */
export function describePage(
  matches: readonly Match[],
  { title, description, path, structured }: Head,
): MetaDescriptor[] {
  const { origin, shopName } = findShop(matches)
  const { image, width, height } = SHARE_PICTURE
  const address = origin + path
  return [
    titleOf(title, shopName),
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shopName },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:locale', content: 'en_IN' },
    { property: 'og:image', content: origin + image },
    { property: 'og:image:width', content: String(width) },
    { property: 'og:image:height', content: String(height) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(structured?.({ origin, shopName }) ?? []).map((thing) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ]
}

function findShop(matches: readonly Match[]): Here {
  const facts = matches.find((match) => match?.id === 'root')?.loaderData as ShopFacts | undefined
  return { origin: facts?.origin ?? '', shopName: facts?.shopName ?? '' }
}

/** The `meta` of a page that only needs a title. */
export const titled =
  (title: string, ...more: MetaDescriptor[]) =>
  ({ matches }: { matches: readonly Match[] }): MetaDescriptor[] => [
    titleOf(title, findShop(matches).shopName),
    ...more,
  ]

/** For pages that search engines must not list. */
export const NO_INDEX = { name: 'robots', content: 'noindex' }

/** The shop's name is empty if the page failed to render. */
export const titleOf = (title: string, shopName: string) => ({
  title: [title, shopName].filter(Boolean).join(' | '),
})
