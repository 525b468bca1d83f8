import type { TestContext } from 'node:test'
import type { ItemSource } from '#contract/games.ts'
import type { ProviderName } from '#contract/sources.ts'
import { GAMES, listDelivered, listParcels, openBooth, type Booth } from './deliveries.ts'

/** Where a pack comes from beside its game's own source. */
export const alsoFrom = (
  source: ProviderName,
  serviceId = source === 'lapakgaming' ? 'ML1001-S2' : '1001',
): ItemSource => {
  const { givenGameName = '', givenRegion = '' } = GAMES[source]
  return { source, givenGameName, givenRegion, serviceId }
}

/** A shop whose one pack comes from UniPin, or else from G2Bulk. */
export const openTwo = (t: TestContext, serviceId = '1001', sources = [alsoFrom('g2bulk')]) =>
  openBooth(t, { provider: 'unipin', pack: { serviceId, sources } })

/** unipin 1 1 delivered: the source, the attempt, the product, and what became of it or why it was refused. */
export const statesOf = async ({ shop }: Pick<Booth, 'shop'>, id: string): Promise<string[]> =>
  (await listParcels(shop, id)).map(({ provider, attempt, leg, state, reason }) =>
    [provider, attempt, leg, reason ?? state].join(' '),
  )

/** g2bulk 1001: what the sources say they have delivered. */
export const booksOf = async ({ shop }: Pick<Booth, 'shop'>): Promise<string[]> =>
  (await listDelivered(shop)).map(({ provider, serviceId }) => `${provider} ${serviceId}`)
