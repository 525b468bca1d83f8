import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import { formatForeign } from '#contract/catalogue/suppliers/suppliers.ts'
import { SOURCES } from '#contract/catalogue/sources.ts'
import { tellMissing } from '#server/platform/company-accounts.ts'
import { wasUnanswered } from '#server/suppliers/adapters/wire.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { findAccounts } from './accounts.ts'
import { keepBalance, readBalance } from './balances.ts'

/** Tests the credentials with a real request. Stores the balance if the supplier returns one. */
export const checkSupplier: Handler<typeof contract.checkSupplier> = async (ctx, { name }) => {
  if (name === 'manual')
    return { isGood: true, message: 'Your team delivers these by hand. There’s nothing to check' }
  const { missing } = (await findAccounts(ctx, ctx.sql))[name]
  const { [name]: supplier } = await ctx.suppliers()
  if (!supplier) return { isGood: false, message: tellMissing(missing) }
  const { label } = SOURCES[name]
  try {
    await supplier.check?.()
    const reading = await readBalance(ctx, supplier)
    if (reading) await keepBalance(ctx, name, reading)
    const left = reading && formatForeign(Number(reading.amount), reading.currency)
    const message = `${label} accepts these credentials${left ? `. The balance is ${left}` : ''}`
    return { isGood: true, message }
  } catch (error) {
    ctx.log.warn({ err: error, supplier: name }, 'supplier credentials cannot be checked')
    const message = wasUnanswered(error)
      ? `We couldn’t reach ${label}, so the credentials weren’t checked. Please try again`
      : `${label} doesn’t accept these credentials. ${(error as Error).message}`
    return { isGood: false, message }
  }
}
