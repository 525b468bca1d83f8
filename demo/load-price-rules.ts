import { listPriceRules, putPriceRule } from '#contract/catalogue/suppliers/prices.ts'
import type { DemoGame } from '#demo/catalogue/game.ts'
import type { Client } from './client.ts'

/** Adds the price rules of games whose prices follow the cost. */
export async function loadPriceRules(client: Client, games: readonly DemoGame[]): Promise<void> {
  const there = await client.call(listPriceRules, { page: 1, limit: 100, search: '' })
  const ruled = new Set(there.games.map(({ gameSlug }) => gameSlug))
  for (const { slug, rule } of games)
    if (rule && !ruled.has(slug)) await client.call(putPriceRule, { gameSlug: slug, ...rule })
}
