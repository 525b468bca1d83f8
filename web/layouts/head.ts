import type { MetaDescriptor } from 'react-router'
import { SHOP_NAME } from '#contract/shop.ts'
import type { ShopFacts } from './load-shop-facts.ts'

type Match = { id: string; loaderData?: unknown } | undefined
type Head = {
  /** Without the shop's name, which is put behind it. */
  title: string
  description: string
  path: string
  /** An address inside the shop, and its size. */
  picture?: { image: string; width: number; height: number } | null
  structured?: (shop: Here) => object[]
}
type Here = { origin: string; shopName: string }

const MARK = { image: '/icons/512.png', width: 512, height: 512 }

/** What a public page says of itself to who finds, shares or reads it from afar. */
export function describePage(
  matches: readonly Match[],
  { title, description, path, picture, structured }: Head,
): MetaDescriptor[] {
  const { origin, shopName } = findShop(matches)
  const { image, width, height } = picture ?? MARK
  const address = origin + path
  return [
    { title: `${title} | ${shopName}` },
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
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(structured?.({ origin, shopName }) ?? []).map((thing) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ]
}

export function findShop(matches: readonly Match[]): Here {
  const facts = matches.find((match) => match?.id === 'root')?.loaderData as ShopFacts | undefined
  return { origin: facts?.origin ?? '', shopName: facts?.shopName ?? SHOP_NAME }
}
