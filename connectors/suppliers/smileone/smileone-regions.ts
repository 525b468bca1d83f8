import { nameCountry, sayOneOf } from '#contract/core/countries.ts'
import type { FoundAccount, PlayerVerdict, Supplier } from '#connectors/suppliers/supplier.ts'

const GAME = 'mobilelegends'
const WALLETS = ['br', 'ph', 'ru'] as const
type Wallet = (typeof WALLETS)[number]

/** Countries whose accounts the Brazilian wallet refuses. Two of them have a wallet of their own. */
const NOT_BRAZILS = ['ID', 'MY', 'PH', 'SG', 'RU']
const OWN_WALLETS = { PH: 'ph', RU: 'ru' } as const

export type WalletVerdicts = Partial<Record<Wallet, PlayerVerdict['is']>>

type Lookups = Required<Pick<Supplier, 'listProducts' | 'validatePlayer'>>

/**
 * Smile.One names no country, but its wallets refuse accounts of some. The wallets that accept a player narrow it down.
 */
export function createSmileOneRegions({
  listProducts,
  validatePlayer,
}: Lookups): NonNullable<Supplier['findRegion']> {
  const findProduct = rememberProducts(listProducts)
  return async ({ id, zone }) => {
    const answers = await Promise.allSettled(
      WALLETS.map(async (region) => {
        const serviceId = await findProduct(region)
        const there = { game: GAME, region, serviceId }
        return validatePlayer({ ...there, playerId: id, zoneId: zone })
      }),
    )
    const verdicts = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : null))
    if (verdicts.every((verdict) => verdict === null))
      throw new Error('No wallet answered', { cause: (answers[0] as PromiseRejectedResult).reason })
    return toAnswer(verdicts)
  }
}

function toAnswer(verdicts: (PlayerVerdict | null)[]): FoundAccount | null {
  if (verdicts.some((verdict) => verdict?.is === 'unknown')) return null
  const byWallet = Object.fromEntries(
    WALLETS.flatMap((wallet, index) => {
      const verdict = verdicts[index]
      return verdict ? [[wallet, verdict.is]] : []
    }),
  ) as WalletVerdicts
  const named = verdicts.find((verdict) => verdict?.is === 'known')
  return { username: named?.name ?? '', region: narrow(byWallet) }
}

/** The country or countries that fit all answers, in words, or nothing. A wallet that did not answer rules out none. */
export function narrow(verdicts: WalletVerdicts): string {
  if (verdicts.br !== 'elsewhere') return ''
  const possible = NOT_BRAZILS.filter((country) =>
    Object.entries(OWN_WALLETS).every(([owner, wallet]) => {
      if (verdicts[wallet] === 'known') return country === owner
      return verdicts[wallet] !== 'elsewhere' || country !== owner
    }),
  )
  if (possible.length === 0) return ''
  return possible.length === 1 ? nameCountry(possible[0]!) : sayOneOf(possible)
}

const PRODUCT_KEPT_MS = 60 * 60 * 1000
type CachedId = { id: Promise<string>; until: number }

/**
 * Finds a product, because Smile.One looks up players only together with one. Any will do, and they hardly ever change.
 */
function rememberProducts(listProducts: Lookups['listProducts']) {
  const known = new Map<Wallet, CachedId>()
  return (region: Wallet): Promise<string> => {
    const found = known.get(region)
    if (found && found.until > Date.now()) return found.id
    const id = listProducts({ game: GAME, region }).then(([first]) => {
      if (!first) throw new Error('There is no product to ask about')
      return first.id
    })
    id.catch(() => known.delete(region))
    known.set(region, { id, until: Date.now() + PRODUCT_KEPT_MS })
    return id
  }
}
