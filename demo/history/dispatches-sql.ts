import { INSTALLED } from '#connectors/connectors.ts'
import { createRandom, LETTERS } from '#demo/history/plan/random.ts'
import type { Order } from '#demo/history/plan/types.ts'
import type { Tx } from './database.ts'

const SENT_AFTER = 1_300

const titleOf = (source: string): string => INSTALLED.suppliers.get(source)?.title ?? source

/** Writes what was sent to suppliers: one dispatch for each paid order, except of packs that people deliver. */
export async function insertDispatches(tx: Tx, orders: readonly Order[]): Promise<void> {
  const random = createRandom('dispatches')
  const rows = orders
    .filter(({ paidAt, pack }) => paidAt && pack.source !== 'manual')
    .map(({ id, pack, paidAt, outcome, deliveredAt, undoneAt }) => ({
      id: random.idAt(paidAt! + 400),
      orderId: id,
      supplier: pack.source,
      game: pack.sourceGame,
      region: pack.sourceRegion,
      productId: pack.serviceId,
      reference: `D${random.letters(LETTERS, 21)}`,
      state: outcome === 'refused' ? 'refused' : 'delivered',
      supplierOrderId: random.letters('123456789', 9),
      reason: outcome === 'refused' ? 'stock' : null,
      words: WORDS[outcome] ?? 'success',
      chosen: pack.hasOthers ? '' : `${titleOf(pack.source)}: the only source`,
      createdAt: new Date(paidAt! + 400),
      sentAt: new Date(paidAt! + SENT_AFTER),
      endedAt: new Date((deliveredAt ?? undoneAt!) - 20),
    }))
  await tx`
    insert into dispatch (id, order_id, leg, attempt, supplier, game, region, product_id, player_id, zone_id, reference, state,
      supplier_order_id, reason, words, tries, created_at, first_sent_at, sent_at, ended_at, chosen)
    select one.id, "orderId", 1, 1, supplier, game, region, "productId", player_id, zone_id, reference, state,
      "supplierOrderId", reason, words, 1, "createdAt", "sentAt", "sentAt", "endedAt", chosen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, "orderId" uuid, supplier text, game text,
      region text, "productId" text, reference text, state text, "supplierOrderId" text, reason text, words text,
      chosen text, "createdAt" timestamptz, "sentAt" timestamptz, "endedAt" timestamptz)
    join orders on orders.id = "orderId"`
}

const WORDS: Partial<Record<Order['outcome'], string>> = {
  refused: 'out of stock',
  held: 'Settled by a person',
}
