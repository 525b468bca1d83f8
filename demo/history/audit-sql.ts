import type { Plan } from '#demo/history/plan/plan.ts'
import { createRandom } from '#demo/history/plan/random.ts'
import type { Tx } from './database.ts'
import { versionOf } from './orders-sql.ts'
import type { People } from './people-sql.ts'

type Action = { action: string; subject: string; before: unknown; after: unknown; at: number }

/** Writes into the audit log what the administrator has done since the shop opened. */
export async function insertActions(tx: Tx, plan: Plan, people: People): Promise<void> {
  const random = createRandom('audit')
  const actions = [...listGifts(plan, people), ...listChanges(plan)]
  const rows = actions.map((action) => ({
    ...action,
    id: random.idAt(action.at),
    at: new Date(action.at),
  }))
  await tx`
    insert into audit (id, user_id, action, subject, before, after, address, created_at)
    select id, ${people.adminId}, action, subject, before, after, '127.0.0.1', at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (id uuid, action text, subject text, before jsonb, after jsonb, at timestamptz)`
}

const REASON = 'Bank transfer received'

function listGifts({ topUps }: Plan, people: People): Action[] {
  return topUps
    .filter(({ payment }) => !payment)
    .map(({ buyer, amount, reference, at }) => ({
      action: 'gift USD balance',
      subject: `user ${people.idOf(buyer)}`,
      before: null,
      after: { amount, currency: buyer.currency, UTR: reference, reason: REASON },
      at,
    }))
}

function listChanges({ orders }: Plan): Action[] {
  return orders.flatMap((order): Action[] => {
    const { id, outcome, deliveredAt, undoneAt, steps } = order
    const subject = `order ${id}`
    const version = versionOf(order, steps.length - 1)
    if (outcome === 'refunded') {
      const after = {
        status: 'refunded',
        version: version + 1,
        note: 'Bought for the wrong player',
      }
      const before = { status: 'completed', version }
      return [{ action: 'edit order', subject, before, after, at: undoneAt! }]
    }
    if (outcome !== 'held' && outcome !== 'delivered by hand') return []
    const before = { status: 'processing', dispatches: [], claim: null }
    const after = { status: 'completed', outcome: 'delivered', note: 'Seen in the game' }
    return [{ action: 'settle delivery', subject, before, after, at: deliveredAt! }]
  })
}

/** Stores why dollars were credited, for the people of the shop. */
export const insertReasons = (tx: Tx, { topUps }: Plan) => tx`
  insert into gift_reason (transfer, reason)
  select number, ${REASON} from transfer
  where kind = 'gift' and reference = any(${topUps.flatMap(({ payment, reference }) => (payment ? [] : [reference]))})`
