import type { FullGame } from '#contract/catalogue/games.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Suppliers } from '#server/suppliers/accounts/accounts.ts'
import type { Supplier } from '#connectors/suppliers/supplier.ts'
import { UNKNOWN, type RegionSource } from './source.ts'

/** The game that regions are looked up for. If no game has this name, another game with a typed zone is used. */
const LEGENDS = /mobile.?legends|\bmlbb\b/i

/** Suppliers that can tell countries apart. */
export const listRegionSuppliers = (suppliers: Suppliers): Record<string, RegionSource> =>
  Object.fromEntries(
    suppliers.entries().flatMap(([name, { findRegion }]) => {
      if (!findRegion) return []
      const ask: RegionSource = async (player) => {
        const found = await findRegion(player)
        return found && { ...found, region: found.region || UNKNOWN }
      }
      return [[name, ask]]
    }),
  )

/** Suppliers that know only the names of players, each asked about a game that the shop sells from it. */
export function listNamers(suppliers: Suppliers, games: FullGame[]): Record<string, RegionSource> {
  const zoned = games
    .filter(
      ({ inputFieldTwo, inputFieldTwoOption }) => inputFieldTwo && !inputFieldTwoOption.length,
    )
    .toSorted((one, other) => Number(isLegends(other)) - Number(isLegends(one)))
  return Object.fromEntries(
    suppliers.entries().flatMap(([source, supplier]) => {
      if (!supplier.validatePlayer || supplier.findRegion) return []
      const place = zoned
        .values()
        .flatMap((game) => listPlayerChecks(game, source))
        .next().value
      return place ? [[source, createNamer(supplier, place)]] : []
    }),
  )
}

type PlayerCheck = { game: string; region: string; serviceId: string }

const isLegends = ({ gameName, givenGameName }: FullGame): boolean =>
  LEGENDS.test(`${gameName} ${givenGameName}`)

/** Names of a game at a supplier, which may supply the game or some of its packs. */
const listPlayerChecks = (game: FullGame, source: SupplierName): PlayerCheck[] => [
  ...(game.apiName === source
    ? [
        {
          game: game.givenGameName,
          region: game.givenRegion,
          serviceId: game.itemId.find(({ serviceId }) => serviceId)?.serviceId ?? '',
        },
      ]
    : []),
  ...game.itemId
    .flatMap(({ sources }) => sources)
    .filter((one) => one.source === source)
    .map(({ givenGameName, givenRegion, serviceId }) => ({
      game: givenGameName,
      region: givenRegion,
      serviceId,
    })),
]

const createNamer =
  (supplier: Supplier, check: PlayerCheck): RegionSource =>
  async ({ id, zone }) => {
    const verdict = await supplier.validatePlayer!({ ...check, playerId: id, zoneId: zone })
    if (verdict.is === 'unknown') return null
    return { username: verdict.is === 'known' ? verdict.name : '', region: UNKNOWN }
  }
