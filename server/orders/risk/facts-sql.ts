import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { BanKind } from '#contract/orders/risk.ts'
import { COUNTED_MAX, type Hours, type RiskSubject } from '#contract/orders/risk-rules.ts'

/** The newest payments into a wallet whose payers are considered. */
const PAYMENTS_MAX = 100

/** An order that is about to be placed. Delivered and past orders are read from the database instead. */
export type NewSubject = {
  id: string
  userId: string
  gameId: string
  savedPlayer: string | null
  amountInr: number
  paymentMethod: 'wallet' | 'upi'
  network: string | null
  device: string | null
  at: Date
}

/** Orders or payments to count, by one subject in a period. */
export type Measure = { by: RiskSubject; hours: Hours }

/** Others than the order itself, and accounts other than its own. */
type Counts = { orders: number; spend: number; accounts: number }

export type FactsRow = {
  id: string
  amountInr: number
  at: Date
  joinedAt: Date
  fullName: string
  isFirst: boolean
  countries: string[]
  payerNames: string[]
  provenAt: Date | null // when a session of the customer last showed a second factor, or gave a password or a code
  counts: Record<string, Counts> | null // by subject and hours
  bans: BanKind[]
}

const newSubjects = (sql: Sql | Tx, subject: NewSubject) => sql`
  select * from jsonb_to_record(${sql.json({
    id: subject.id,
    user_id: subject.userId,
    game_id: subject.gameId,
    saved_player: subject.savedPlayer,
    player_id: null,
    amount_inr: subject.amountInr,
    payment_method: subject.paymentMethod,
    buyer_network: subject.network,
    buyer_device: subject.device,
    created_at: subject.at,
  })}) as given (id uuid, user_id uuid, game_id uuid, saved_player uuid, player_id text, amount_inr bigint,
    payment_method text, buyer_network text, buyer_device uuid, created_at timestamptz)`

const oldSubjects = (sql: Sql | Tx, ids: string[]) => sql`
  select id, user_id, game_id, saved_player, player_id, amount_inr, payment_method, buyer_network, buyer_device,
    created_at
  from orders where id = any(${ids}::uuid[])`

/**
 * Counts for each measure. With `isPast`, only what was there when the order was placed counts, as for a preview.
 * Otherwise everything does: of orders placed at the same time, the last one to be committed sees the others.
 */
const counts = (sql: Sql | Tx, measures: Measure[], isPast: boolean) => sql`
  select jsonb_object_agg(measure.by || ' ' || measure.hours, jsonb_build_object(
    'orders', found.orders, 'spend', found.spend, 'accounts', found.accounts)) as counts
  from jsonb_to_recordset(${sql.json(measures)}) as measure (by text, hours int)
  cross join lateral (
    select asked.created_at - make_interval(hours => measure.hours) as since,
      case when ${isPast} then asked.created_at else 'infinity' end as until
  ) span
  cross join lateral (
    select count(*) as orders, coalesce(sum(amount), 0) as spend,
      count(distinct user_id) filter (where user_id <> asked.user_id) as accounts
    from (
      (select user_id, amount_inr as amount from orders
        where measure.by = 'customer' and user_id = asked.user_id
          and paid_at is not null and id <> asked.id and created_at > since and created_at <= until
        order by created_at desc limit ${COUNTED_MAX})
      union all
      (select user_id, amount_inr from orders
        where measure.by = 'player' and player_id collate "C" = asked.player and game_id = asked.game_id
          and paid_at is not null and id <> asked.id and created_at > since and created_at <= until
        order by created_at desc limit ${COUNTED_MAX})
      union all
      (select user_id, amount_inr from orders
        where measure.by = 'device' and buyer_device = asked.buyer_device
          and paid_at is not null and id <> asked.id and created_at > since and created_at <= until
        order by created_at desc limit ${COUNTED_MAX})
      union all
      (select user_id, amount_inr from orders
        where measure.by = 'address' and buyer_network = asked.buyer_network
          and paid_at is not null and id <> asked.id and created_at > since and created_at <= until
        order by created_at desc limit ${COUNTED_MAX})
      union all
      (select payment.user_id, case currency
          when 'INR' then capture.amount when asked_currency then (capture.amount / rate)::bigint else 0 end
        from capture join payment on payment.id = payment_id
        where measure.by = 'payer' and payer = any(asked.payers)
          and captured_at > since and captured_at <= until
        order by captured_at desc limit ${COUNTED_MAX})
    ) one
  ) found`

const facts = (
  sql: Sql | Tx,
  { subjects, measures, isPast }: { subjects: object; measures: Measure[]; isPast: boolean },
) => sql<FactsRow[]>`
  select asked.id, asked.amount_inr, asked.created_at as at, person.created_at as joined_at, person.full_name,
    not exists (
      select from orders bought
      where bought.user_id = asked.user_id and bought.paid_at is not null and bought.refunded_at is null
        and bought.id <> asked.id and bought.created_at <= asked.created_at
    ) as is_first,
    asked.countries, asked.payer_names,
    (select max(case when exists (select from second_factor where second_factor.user_id = asked.user_id)
        then confirmed_at else proven_at end)
      from session where user_id = asked.user_id and ended_at is null) as proven_at,
    (${counts(sql, measures, isPast)}) as counts,
    array(
      select distinct kind from ban
      where value = any(asked.payers || array[risk_key('email', person.email), risk_key('phone', person.phone),
        risk_key('address', asked.buyer_network), risk_key('player', asked.game_id || ' ' || asked.player)])
      order by kind
    ) as bans
  from (
    select subject.*, coalesce(subject.player_id, player.player_id) as player,
      coalesce(player.regions, '{}') as countries, paid.payers, paid.payer_names
    from (${subjects}) subject
    left join player on player.id = subject.saved_player
    cross join lateral (
      select coalesce(array_agg(distinct payer) filter (where payer <> ''), '{}') as payers,
        coalesce(array_agg(distinct payer_name) filter (where payer_name <> ''), '{}') as payer_names
      from (
        (select id from payment where subject.payment_method = 'upi' and order_id = subject.id)
        union all
        (select id from payment
          where subject.payment_method = 'wallet' and user_id = subject.user_id
            and created_at > subject.created_at - interval '30 days'
          order by created_at desc limit ${PAYMENTS_MAX})
      ) own
      join capture on payment_id = own.id
      where subject.payment_method = 'upi' or settled_as <> 'order'
    ) paid
  ) asked
  join users person on person.id = asked.user_id`

type Asked = { measures: Measure[] }

export async function selectNewFacts(
  sql: Sql,
  subject: NewSubject,
  { measures }: Asked,
): Promise<FactsRow> {
  const subjects = newSubjects(sql, subject)
  const [row] = await facts(sql, { subjects, measures, isPast: false })
  return row!
}

export const selectFacts = (
  sql: Sql | Tx,
  ids: string[],
  { measures, isPast }: Asked & { isPast: boolean },
) => facts(sql, { subjects: oldSubjects(sql, ids), measures, isPast })
