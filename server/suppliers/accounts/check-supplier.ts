import type * as contract from '#contract/catalogue/suppliers/suppliers.ts'
import { formatForeign } from '#contract/catalogue/suppliers/suppliers.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { tellMissing } from '#server/platform/company-accounts.ts'
import { wasUnanswered } from '#connectors/suppliers/wire.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { getAccount, getConnector } from './accounts.ts'
import { keepBalance, readBalance } from './balances.ts'

/** Tests the credentials with a real request. Stores the balance if the supplier returns one. */
export const checkSupplier: Handler<typeof contract.checkSupplier> = async (ctx, { name }) => {
  if (name === MANUAL)
    return { isGood: true, message: 'Your team delivers these by hand. There’s nothing to check' }
  const connector = getConnector(ctx, name)
  const { missing } = await getAccount(ctx, ctx.sql, connector)
  const supplier = (await ctx.suppliers()).get(name)
  if (!supplier) return { isGood: false, message: tellMissing(missing) }
  const { title } = connector
  try {
    await supplier.check?.()
    const reading = await readBalance(ctx, supplier)
    if (reading) await keepBalance(ctx, name, reading)
    const left = reading && formatForeign(Number(reading.amount), reading.currency)
    const message = `${title} accepts these credentials${left ? `. The balance is ${left}` : ''}`
    return { isGood: true, message }
  } catch (error) {
    ctx.log.warn({ err: error, supplier: name }, 'supplier credentials cannot be checked')
    const message = wasUnanswered(error)
      ? `We couldn’t reach ${title}, so the credentials weren’t checked. Please try again`
      : `${title} doesn’t accept these credentials. ${(error as Error).message}`
    return { isGood: false, message }
  }
}
