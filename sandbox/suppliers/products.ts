import { SUPPLIERS, type SupplierName } from '#contract/catalogue/sources.ts'
import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import { PACKS } from './supplier.ts'

/** Each supplier's currency, and its units per dollar. */
export const CURRENCIES: Record<SupplierName, { code: string; perDollar: number }> = {
  smileone: { code: 'SmileCoin', perDollar: 50 },
  moogold: { code: 'USD', perDollar: 1 },
  unipin: { code: 'INR', perDollar: 84 },
  seagm: { code: 'USD', perDollar: 1 },
  lapakgaming: { code: 'IDR', perDollar: 16_000 },
  g2bulk: { code: 'USD', perDollar: 1 },
  digiflazz: { code: 'IDR', perDollar: 16_000 },
}

type Listed = { number: number; id: string; dollars: number; isAvailable: boolean }

/** A manual change to a product: its cost in the supplier's currency, and its availability. */
export type Change = { provider: SupplierName; productId: string } & {
  cost: number | null
  isAvailable: boolean
}

const keyOf = (provider: SupplierName, productId: string): string => `${provider} ${productId}`

export type Products = ReturnType<typeof createProducts>

/** The products of each supplier, kept as long as the sandbox runs. */
export function createProducts() {
  const changes = new Map<string, Change>()

  /** Includes products out of stock, for suppliers that list them. */
  function listAll(
    provider: SupplierName,
    game: string,
    toId: (number: number) => string = String,
  ): Listed[] {
    const { perDollar } = CURRENCIES[provider]
    return PACKS.map(({ number, dollars }) => {
      const id = toId(number)
      const { cost = null, isAvailable = true } = changes.get(keyOf(provider, id)) ?? {}
      const asked = DEMO_DOLLARS.get(`${provider} ${game} ${id}`) ?? dollars
      return { number, id, dollars: cost === null ? asked : cost / perDollar, isAvailable }
    })
  }

  return {
    listAll,
    /** Available products only. */
    list: (...asked: Parameters<typeof listAll>): Listed[] =>
      listAll(...asked).filter(({ isAvailable }) => isAvailable),
    isOut: (provider: SupplierName, productId: string): boolean =>
      changes.get(keyOf(provider, productId))?.isAvailable === false,
    listChanges: (): Change[] => [...changes.values()],
    change({
      provider,
      productId,
      ...input
    }: Pick<Change, 'provider' | 'productId'> &
      Partial<Pick<Change, 'cost' | 'isAvailable'>>): Change {
      const key = keyOf(provider, productId)
      const before = changes.get(key) ?? { cost: null, isAvailable: true }
      const change = { ...before, ...input, provider, productId }
      changes.set(key, change)
      return change
    },
  }
}

const RUPEES_PER_DOLLAR = 250 / 3 // the demo shop's exchange rate

/** The demo shop's packs cost what the demo shop expects. */
const DEMO_DOLLARS = new Map(
  DEMO_GAMES.flatMap(({ source, givenName, packs }) =>
    packs.flatMap(({ serviceId, costPrice, sources }) =>
      [{ source, givenGameName: givenName, serviceId }, ...sources].map((one, index) => {
        const perDollar = one.source === 'unipin' ? CURRENCIES.unipin.perDollar : RUPEES_PER_DOLLAR
        const cost = (costPrice / 100) * (1 + index / 100) // the alternatives cost slightly more
        return [`${one.source} ${one.givenGameName} ${one.serviceId}`, cost / perDollar] as const
      }),
    ),
  ),
)

export const isSupplier = (name: unknown): name is SupplierName =>
  SUPPLIERS.includes(name as SupplierName)
