import type { Currency } from '#contract/core/money.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { sumAlone } from './sql.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Ctx = Pick<Context, 'config'>

/**
 * The most that an administrator may add and take in 24 hours without a second one. No limit is set for currencies
 * other than rupees and dollars, so a second administrator always approves those.
 */
export const aloneMaxOf = ({ config }: Ctx, currency: Currency): number =>
  currency === 'INR' || currency === 'USD' ? config.adjustmentAloneMax[currency] : 0

type Asker = { askedBy: string; currency: Currency; now: Date }

/** The rest of an administrator's limit. Negative after a movement that exceeds it. */
export async function findAloneRest(
  ctx: Ctx,
  tx: Tx,
  { askedBy, currency, now }: Asker,
): Promise<number> {
  const since = new Date(now.getTime() - DAY_MS)
  return aloneMaxOf(ctx, currency) - (await sumAlone(tx, { askedBy, currency, since }))
}
