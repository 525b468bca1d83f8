import { INSTALLED } from '#connectors/connectors.ts'
import type { ItemSource } from '#contract/catalogue/games.ts'
import type { PriceRule } from '#contract/catalogue/suppliers/prices.ts'
import { MANUAL, type Source } from '#contract/catalogue/sources.ts'

/** Pictures of packs, by the size of the pack. */
export const HEAPS = ['handful', 'heap', 'chest'] as const
export type Heap = (typeof HEAPS)[number]

export type DemoTag = 'New' | 'Hot' | 'Best value' | 'Limited' | '-10%'

/** A pack in short form: prices in rupees, and only what is special about the pack. */
type PackRow = {
  /** The amount of the currency, or the name of a pass. */
  pack: number | string
  bonus?: number
  price: number
  list?: number
  tag?: DemoTag
  stock?: number
  isStockHidden?: boolean
  isAvailable?: boolean
}

export type GameRow = {
  name: string
  slug: string
  description: string
  from: string
  currency: string
  source: Source
  givenName: string
  givenRegion: string
  /** Other suppliers with all the game's packs, and the game's names there. The best offer delivers. */
  others?: readonly Pick<ItemSource, 'source' | 'givenGameName' | 'givenRegion'>[]
  fields: readonly [one: string, two?: string]
  options?: readonly string[]
  isChecked?: boolean
  /** Two-letter codes of the countries whose players the packs reach. */
  playerRegions?: readonly string[]
  isAvailable?: boolean
  /** A price rule. The prices written here are what the rule computes. */
  rule?: PriceRule
  tag?: DemoTag
  packs: readonly PackRow[]
}

/** A pack as the shop expects it. Amounts are in paise. */
export type DemoPack = {
  slug: string
  name: string
  heap: Heap
  index: number
  sellingPrice: number
  resellerPrice: number
  listPrice: number | null
  costPrice: number
  serviceId: string
  sources: ItemSource[]
  quantity: number | null
  isQuantityShown: boolean
  isAvailable: boolean
  tag: DemoTag | null
}

export type DemoGame = Omit<GameRow, 'packs'> & { packs: DemoPack[] }

export const WORLD_SERVERS = ['America', 'Asia', 'Europe', 'TW_HK_MO'] as const
export const OVERSEA_SERVERS = ['os_asia', 'os_cht', 'os_euro', 'os_sea', 'os_usa'] as const

export const inPercent = (margin: number, resellerMargin: number): PriceRule => ({
  kind: 'percent',
  margin: margin * 100,
  resellerMargin: resellerMargin * 100,
  roundTo: 1_00,
  roundMinus: 0,
  changeMax: 25,
})

export const toGame = (row: GameRow): DemoGame =>
  fromKnownSources({ ...row, packs: row.packs.map((pack, index) => toPack(row, pack, index)) })

const isKnown = (source: string): boolean => INSTALLED.suppliers.has(source)

/** Drops suppliers that have no connector here. A game without its own one is delivered by hand. */
function fromKnownSources({ rule, ...game }: DemoGame): DemoGame {
  const packs = game.packs.map((pack) => ({
    ...pack,
    sources: pack.sources.filter(({ source }) => isKnown(source)),
  }))
  if (game.source === MANUAL || isKnown(game.source))
    return { ...game, ...(rule && { rule }), packs }
  const byHand = packs.map((pack) => ({ ...pack, serviceId: '', sources: [] }))
  return { ...game, source: MANUAL, isChecked: false, packs: byHand }
}

function toPack(game: GameRow, row: PackRow, index: number): DemoPack {
  const name = nameOf(game, row)
  const sellingPrice = Math.round(row.price * 100)
  const { costPrice, resellerPrice } = earn(game, row)
  return {
    slug: `${game.slug}-${toSlug(name)}`,
    name,
    heap: heapOf(game, row, index),
    index,
    sellingPrice,
    resellerPrice,
    listPrice: row.list === undefined ? null : Math.round(row.list * 100),
    costPrice,
    serviceId: toServiceId(game.source, game.givenName, 1001 + index),
    sources: (game.others ?? []).map((other) => ({
      ...other,
      serviceId: toServiceId(other.source, other.givenGameName, 1001 + index),
    })),
    quantity: row.stock ?? null,
    isQuantityShown: row.stock !== undefined && !row.isStockHidden,
    isAvailable: row.isAvailable ?? true,
    tag: row.tag ?? null,
  }
}

/** A margin of 3 to 8 %, larger for smaller packs. Resellers get two fifths of it. */
function earn({ rule }: GameRow, { price }: PackRow): { costPrice: number; resellerPrice: number } {
  if (rule) return earnByRule(rule, price * 100)
  const share = 0.03 + 0.05 / (1 + price / 600)
  return {
    costPrice: toFivePaise(price * 100 * (1 - share)),
    resellerPrice: toFivePaise(price * 100 * (1 - share * 0.4)),
  }
}

/** Finds the cost from which a percentage rule makes this price. */
function earnByRule({ margin, resellerMargin, roundTo }: PriceRule, sellingPrice: number) {
  const costPrice = Math.floor((sellingPrice * 100_00) / (100_00 + margin))
  const share = resellerMargin ?? margin
  const resellers = costPrice + Math.ceil((costPrice * share) / 100_00)
  return { costPrice, resellerPrice: Math.ceil(resellers / roundTo) * roundTo }
}

/** The supplier's id of the pack. The sandbox's suppliers have all of them. */
function toServiceId(source: Source, givenName: string, number: number): string {
  if (source === MANUAL) return ''
  if (source === 'g2bulk') return `Pack ${number}`
  if (source === 'lapakgaming') return `${givenName}${number}-S2`
  return source === 'digiflazz' ? `${toSlug(givenName)}-${number}` : String(number)
}

const nameOf = ({ currency }: GameRow, { pack, bonus }: PackRow): string => {
  if (typeof pack === 'string') return pack
  const amount = pack.toLocaleString('en-IN')
  return bonus
    ? `${amount} + ${bonus.toLocaleString('en-IN')} ${currency}`
    : `${amount} ${currency}`
}

/** Passes and the largest packs come in a chest. */
function heapOf({ packs }: GameRow, { pack }: PackRow, index: number): Heap {
  if (typeof pack === 'string' || index >= packs.length - 2) return 'chest'
  return index < packs.length * 0.4 ? 'handful' : 'heap'
}

const toFivePaise = (paise: number): number => Math.floor(paise / 5) * 5

export const toSlug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(',', '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
