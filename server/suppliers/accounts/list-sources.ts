import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import {
  PROVIDER_CURRENCIES,
  type DeliverySource,
} from '#contract/catalogue/suppliers/suppliers.ts'
import { SUPPLIERS, SOURCES, type SupplierName, type Source } from '#contract/catalogue/sources.ts'
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

type Deps = Pick<Context, 'sql' | 'keys' | 'log' | 'config' | 'catalog' | 'rates'>

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
  packs: Record<Source, number>
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
  const sources = SUPPLIERS.map((name) => ({
    ...toSupplier(name, known),
    callbackUrl: findCallbackUrl(ctx, name),
  }))
  return [...sources, toManual(known)]
}

function toSupplier(name: SupplierName, known: SourceFacts): Omit<DeliverySource, 'callbackUrl'> {
  const { accounts, down, packs } = known
  const health = down.find(({ source }) => source === name)
  return {
    ...toShown(companyOf(name), accounts[name]),
    ...toBalance(known.balances.find(({ supplier }) => supplier === name)),
    name,
    title: SOURCES[name].label,
    isReady: accounts[name].missing.length === 0,
    unitCosts: listUnitCosts(name, known),
    health: {
      isDown: health !== undefined,
      since: health?.since.toISOString() ?? null,
      until: health?.until.toISOString() ?? null,
    },
    packs: packs[name],
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
function listUnitCosts(name: SupplierName, { seen, costs }: SourceFacts) {
  const own = seen.filter(({ supplier }) => supplier === name).map(({ currency }) => currency)
  return [...new Set([...PROVIDER_CURRENCIES[name], ...own])].map((currency) => {
    const cost = costs(name, currency)
    return { currency, rupees: cost && toRupees(cost), isEntered: cost?.from === 'entered' }
  })
}

const toManual = ({ packs }: SourceFacts): DeliverySource => ({
  ...toBalance(),
  name: 'manual',
  title: SOURCES.manual.label,
  isReady: true,
  missing: [],
  source: null,
  credentials: [],
  unitCosts: [],
  health: { isDown: false, since: null, until: null },
  packs: packs.manual,
  callbackUrl: null,
  lastCallbackAt: null,
})

/** Counts a pack once for each supplier it may come from. */
function countPacks({ games }: Catalog): Record<Source, number> {
  const counts = Object.fromEntries([...SUPPLIERS, 'manual'].map((name) => [name, 0]))
  for (const { apiName, itemId: items } of games)
    for (const { sources } of items)
      for (const name of new Set([apiName, ...sources.map(({ source }) => source)])) counts[name]!++
  return counts as Record<Source, number>
}
