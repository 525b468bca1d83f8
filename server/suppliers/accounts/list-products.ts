import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { tellMissing } from '#server/platform/company-accounts.ts'
import { wasUnanswered } from '#connectors/suppliers/wire.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getAccount, getConnector } from './accounts.ts'
import { findUnitCosts, isAmount, toPaise } from '#server/suppliers/prices/costs.ts'

/** Asks the supplier instead of using the list stored for pricing. */
export const listSupplierProducts: Handler<typeof contract.listSupplierProducts> = async (
  ctx,
  { name, game, region },
) => {
  if (name === MANUAL) return { products: [] }
  const connector = getConnector(ctx, name)
  const supplier = (await ctx.suppliers()).get(name)
  const { title } = connector
  if (!supplier) {
    const { missing } = await getAccount(ctx, ctx.sql, connector)
    const message = `${title} isn’t set up yet. ${tellMissing(missing)}`
    throw new Refusal('PROVIDER_NOT_READY', { message })
  }
  const products = await supplier.listProducts({ game, region }).catch((error: unknown) => {
    throw toRefusal(title, error)
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

function toRefusal(title: string, error: unknown): Refusal {
  if (wasUnanswered(error)) {
    const message = `We can’t reach ${title} right now. Please try again`
    return new Refusal('PROVIDER_UNREACHABLE', { message, cause: error })
  }
  const message = `${title} sent no list. ${(error as Error).message}`
  return new Refusal('PROVIDER_REFUSED', { message, cause: error })
}
