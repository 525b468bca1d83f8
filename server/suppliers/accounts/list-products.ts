import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import { SOURCES } from '#contract/catalogue/sources.ts'
import { tellMissing } from '#server/platform/company-accounts.ts'
import { wasUnanswered } from '#server/suppliers/adapters/wire.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findAccounts } from './accounts.ts'
import { findUnitCosts, isAmount, toPaise } from '#server/suppliers/prices/costs.ts'

/** Asks the supplier instead of using the list stored for pricing. */
export const listSupplierProducts: Handler<typeof contract.listSupplierProducts> = async (
  ctx,
  { name, game, region },
) => {
  if (name === 'manual') return { products: [] }
  const { [name]: supplier } = await ctx.suppliers()
  const { label } = SOURCES[name]
  if (!supplier) {
    const { missing } = (await findAccounts(ctx, ctx.sql))[name]
    const message = `${label} isn’t set up yet. ${tellMissing(missing)}`
    throw new Refusal('PROVIDER_NOT_READY', { message })
  }
  const products = await supplier.listProducts({ game, region }).catch((error: unknown) => {
    throw toRefusal(label, error)
  })
  const costs = await findUnitCosts(ctx, ctx.sql)
  return {
    products: products.map(({ cost: amount, ...product }) => ({
      ...product,
      cost: amount,
      costPrice: isAmount(amount)
        ? toPaise(costs, name, { amount, currency: product.currency })
        : null,
    })),
  }
}

function toRefusal(label: string, error: unknown): Refusal {
  if (wasUnanswered(error)) {
    const message = `We can’t reach ${label} right now. Please try again`
    return new Refusal('PROVIDER_UNREACHABLE', { message, cause: error })
  }
  const message = `${label} sent no list. ${(error as Error).message}`
  return new Refusal('PROVIDER_REFUSED', { message, cause: error })
}
