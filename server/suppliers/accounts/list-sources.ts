import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import type { DeliverySource } from '#contract/catalogue/suppliers/suppliers.ts'
import { MANUAL, type SupplierName } from '#contract/catalogue/sources.ts'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { Catalog } from '#server/catalogue/games/snapshot.ts'
import type { Context } from '#server/context.ts'
import { toShown } from '#server/platform/company-accounts.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { companyOf, findAccounts, type Accounts } from './accounts.ts'
import { selectBalances, type BalanceRow } from './balance-sql.ts'
import { selectCallbacks } from './callback-sql.ts'
import { findCallbackUrl } from './callbacks.ts'
import { selectCurrencies } from '#server/suppliers/prices/cost-sql.ts'
import { findUnitCosts, toRupees, type UnitCosts } from '#server/suppliers/prices/costs.ts'
import { listHealth, type Down } from './health.ts'
import { titleOf } from '#server/suppliers/title-of.ts'

type Deps = Pick<Context, 'sql' | 'keys' | 'log' | 'config' | 'connectors' | 'catalog' | 'rates'>

/** Shows callback addresses to administrators only, because only they enter them at the supplier. */
export const listSuppliers: Handler<typeof contract.listSuppliers> = async (
  ctx,
  _input,
  { role },
) => {
  const providers = await listSources(ctx)
  if (role === 'admin') return { providers }
  return { providers: providers.map((source) => ({ ...source, callbackUrl: null })) }
}

type SourceFacts = {
  accounts: Accounts
  balances: BalanceRow[]
  down: Down[]
  costs: UnitCosts
  seen: { supplier: SupplierName; currency: string }[]
  packs: ReadonlyMap<string, number>
  callbacks: Map<SupplierName, Date>
}

export async function listSources(ctx: Deps): Promise<DeliverySource[]> {
  const { sql } = ctx
  const known: SourceFacts = {
    accounts: await findAccounts(ctx, sql),
    balances: await selectBalances(sql),
    down: await listHealth(sql),
    costs: await findUnitCosts(ctx, sql),
    seen: await selectCurrencies(sql),
    packs: countPacks(await ctx.catalog()),
    callbacks: new Map(
      (await selectCallbacks(sql)).map(({ supplier, lastAt }) => [supplier, lastAt]),
    ),
  }
  const sources = ctx.connectors.suppliers.values().map((connector) => ({
    ...toSupplier(connector, known),
    callbackUrl: findCallbackUrl(ctx, connector),
  }))
  return [...sources, toManual(titleOf(ctx, MANUAL), known)]
}

function toSupplier(
  connector: SupplierConnector,
  known: SourceFacts,
): Omit<DeliverySource, 'callbackUrl'> {
  const { accounts, down, packs } = known
  const { name } = connector
  const account = accounts.get(name)!
  const health = down.find(({ source }) => source === name)
  return {
    ...toShown(companyOf(connector), account),
    ...toBalance(known.balances.find(({ supplier }) => supplier === name)),
    name,
    title: connector.title,
    hints: connector.hints,
    currencies: connector.currencies,
    tellsBalance: connector.tellsBalance,
    sendsCallbacks: connector.sendsCallbacks,
    findsPlayers: connector.findsPlayers,
    isReady: account.missing.length === 0,
    unitCosts: listUnitCosts(connector, known),
    health: {
      isDown: health !== undefined,
      since: health?.since.toISOString() ?? null,
      until: health?.until.toISOString() ?? null,
    },
    packs: packs.get(name) ?? 0,
    lastCallbackAt: known.callbacks.get(name)?.toISOString() ?? null,
  }
}

const toBalance = (row?: BalanceRow) => ({
  balance: row?.readAt
    ? { amount: Number(row.amount), currency: row.currency!, readAt: row.readAt.toISOString() }
    : null,
  isShort: Boolean(row?.shortSince),
  lowBelow: row?.lowBelow ? Number(row.lowBelow) : null,
})

/** The cost of each currency the supplier uses: the currencies it is known for, and those seen so far. */
function listUnitCosts({ name, currencies }: SupplierConnector, { seen, costs }: SourceFacts) {
  const own = seen.filter(({ supplier }) => supplier === name).map(({ currency }) => currency)
  return [...new Set([...currencies, ...own])].map((currency) => {
    const cost = costs(name, currency)
    return { currency, rupees: cost && toRupees(cost), isEntered: cost?.from === 'entered' }
  })
}

const toManual = (title: string, { packs }: SourceFacts): DeliverySource => ({
  ...toBalance(),
  name: MANUAL,
  title,
  hints: { game: '', region: '', product: '' },
  currencies: [],
  tellsBalance: false,
  sendsCallbacks: false,
  findsPlayers: false,
  isReady: true,
  missing: [],
  source: null,
  credentials: [],
  unitCosts: [],
  health: { isDown: false, since: null, until: null },
  packs: packs.get(MANUAL) ?? 0,
  callbackUrl: null,
  lastCallbackAt: null,
})

/** Counts a pack once for each supplier it may come from. */
function countPacks({ games }: Catalog): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { apiName, itemId: items } of games)
    for (const { sources } of items)
      for (const name of new Set([apiName, ...sources.map(({ source }) => source)]))
        counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
