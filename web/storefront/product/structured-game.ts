import { paths } from '#web/paths.ts'
import type { ShownGame } from './load-game.ts'

type Shop = { origin: string; shopName: string }

/** Structured data for search engines: the game as a product, its packs as offers in rupees. */
export function structuredGame(game: ShownGame, { origin, shopName }: Shop): object[] {
  const url = origin + paths.product(game.slug)
  const picture = game.picture ? { image: origin + game.picture.image } : {}
  return [
    {
      '@type': 'Product',
      name: game.name,
      description: game.description || `Top-ups for ${game.name}`,
      url,
      ...picture,
      ...(game.packs.length > 0 ? { offers: offersOf(game, url, shopName) } : {}),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Games', item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: game.name, item: url },
      ],
    },
  ]
}

function offersOf({ packs }: ShownGame, url: string, shopName: string) {
  const prices = packs.map(({ rupees }) => rupees)
  return {
    '@type': 'AggregateOffer',
    priceCurrency: 'INR',
    lowPrice: Math.min(...prices).toFixed(2),
    highPrice: Math.max(...prices).toFixed(2),
    offerCount: packs.length,
    offers: packs.map(({ name, rupees, isAvailable }) => ({
      '@type': 'Offer',
      name,
      price: rupees.toFixed(2),
      priceCurrency: 'INR',
      availability: `https://schema.org/${isAvailable ? 'InStock' : 'OutOfStock'}`,
      seller: { '@type': 'Organization', name: shopName },
      url,
    })),
  }
}
