import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'
import type { SupplierTwin } from './supplier-twin.ts'
import { PACKS } from './supplier.ts'

type Listed = { number: number; id: string; dollars: number; isAvailable: boolean }

/** A manual change to a product: its cost in the supplier's currency, and its availability. */
export type Change = { provider: string; productId: string } & {
  cost: number | null
  isAvailable: boolean
}

const keyOf = (provider: string, productId: string): string => `${provider} ${productId}`

export type Products = ReturnType<typeof createProducts>

/** The products of each supplier, kept as long as the sandbox runs. */
export function createProducts(suppliers: SupplierTwin[]) {
  const currencies = new Map(suppliers.map(({ name, currency }) => [name, currency]))
  const demoDollars = new Map(listDemoDollars(currencies))
  const changes = new Map<string, Change>()

  /** Includes products out of stock, for suppliers that list them. */
  function listAll(
    provider: string,
    game: string,
    toId: (number: number) => string = String,
  ): Listed[] {
    const { perDollar } = currencies.get(provider)!
    return PACKS.map(({ number, dollars }) => {
      const id = toId(number)
      const { cost = null, isAvailable = true } = changes.get(keyOf(provider, id)) ?? {}
      const asked = demoDollars.get(`${provider} ${game} ${id}`) ?? dollars
      return { number, id, dollars: cost === null ? asked : cost / perDollar, isAvailable }
    })
  }

  return {
    listAll,
    /** Available products only. */
    list: (...asked: Parameters<typeof listAll>): Listed[] =>
      listAll(...asked).filter(({ isAvailable }) => isAvailable),
    isOut: (provider: string, productId: string): boolean =>
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

type Currencies = ReadonlyMap<string, SupplierTwin['currency']>

/** The demo shop's packs cost what the demo shop expects. */
const listDemoDollars = (currencies: Currencies): [pack: string, dollars: number][] =>
  DEMO_GAMES.flatMap(({ source, givenName, packs }) =>
    packs.flatMap(({ serviceId, costPrice, sources }) =>
      [{ source, givenGameName: givenName, serviceId }, ...sources].map(
        (one, index): [string, number] => {
          const currency = currencies.get(one.source)
          const perDollar = currency?.code === 'INR' ? currency.perDollar : RUPEES_PER_DOLLAR
          const cost = (costPrice / 100) * (1 + index / 100) // the alternatives cost slightly more
          return [`${one.source} ${one.givenGameName} ${one.serviceId}`, cost / perDollar]
        },
      ),
    ),
  )
