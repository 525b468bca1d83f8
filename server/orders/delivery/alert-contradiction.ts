import { titleOf } from '#server/suppliers/title-of.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'

type Contradicted = { id: string; invoice: string; status: string }
type Contradiction = { supplier: string; heard: string }

/**
 * Alerts staff that a supplier's answer contradicts the books. Money may be wrong, and only a person can find out. The
 * log has the details.
 */
export const alertContradiction = (
  ctx: Pick<Context, 'now' | 'connectors'>,
  tx: Tx,
  { id, invoice, status }: Contradicted,
  { supplier, heard }: Contradiction,
): Promise<void> =>
  raiseAlert(ctx, tx, {
    key: `contradiction ${id}`,
    words: `${titleOf(ctx, supplier)} says it has ${heard} order ${invoice}, but in the shop it’s ${status}`,
    path: '/admin/waiting',
    endsByHand: true,
  })
