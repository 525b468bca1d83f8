import type { RetentionRule } from '#contract/core/retention.ts'

/** How long each table keeps what it has about customers. A new table must be added to one of these lists. */

type Ended = {
  table: string
  rule: RetentionRule
  since: string // SQL of the moment that the days begin with
  only?: string[] // columns that the rule empties; otherwise the row is deleted
  where?: string // SQL of the rows that the rule is for, if not for all
}

/** True for an order that a gateway took money for. */
const IS_CAPTURED = `exists (
  select from payment join capture on payment_id = payment.id where payment.order_id = orders.id)`

/** The nightly jobs delete these after some days. */
export const ENDED: Ended[] = [
  { table: 'address_undo', rule: 'address', since: 'expires_at' },
  { table: 'api_quote', rule: 'quote', since: 'expires_at' },
  { table: 'bulk', rule: 'bulk', since: 'ended_at' },
  { table: 'bulk_line', rule: 'bulk', since: '(select ended_at from bulk where id = bulk_id)' },
  {
    table: 'capture',
    rule: 'payer',
    since: 'captured_at',
    only: ['payer', 'payer_shown', 'payer_name'],
  },
  { table: 'challenge', rule: 'code', since: 'expires_at' },
  { table: 'checked_player', rule: 'quote', since: 'checked_at' },
  {
    table: 'document_buyer',
    rule: 'document',
    since: '(select dated_at from document where number = document)',
  },
  { table: 'gateway_event', rule: 'report', since: 'received_at' },
  { table: 'idempotency', rule: 'answer', since: 'created_at' },
  {
    table: 'order_gift',
    rule: 'gift',
    since: '(select orders.ended_at from orders where orders.id = order_id)',
  },
  { table: 'orders', rule: 'buyer', since: 'ended_at', only: ['buyer_network', 'buyer_device'] },
  {
    table: 'orders',
    rule: 'buyer',
    since: 'ended_at',
    only: ['buyer_address'],
    where: `not ${IS_CAPTURED}`,
  },
  {
    table: 'orders',
    rule: 'paidAddress',
    since: 'ended_at',
    only: ['buyer_address'],
    where: IS_CAPTURED,
  },
  { table: 'past_session', rule: 'paidSession', since: 'paid_at' },
  { table: 'pay_link', rule: 'payLink', since: 'expires_at' },
  { table: 'region_answer', rule: 'region', since: 'answered_at' },
  { table: 'risk_refusal', rule: 'refusal', since: 'last_at' },
  { table: 'session', rule: 'session', since: 'expires_at' },
  { table: 'task_piece', rule: 'file', since: '(select ended_at from task where id = task_id)' },
  {
    table: 'users',
    rule: 'guest',
    since: `(select max(expires_at) from session where user_id = users.id and is_guest
      and not exists (select from orders where orders.user_id = users.id))`,
    only: ['email', 'phone'],
  },
  { table: 'webhook_event', rule: 'event', since: 'created_at' },
  {
    table: 'webhook_message',
    rule: 'event',
    since: '(select event.created_at from webhook_event event where event.id = event_id)',
  },
  {
    table: 'webhook_request',
    rule: 'event',
    since: `(select event.created_at from webhook_message message
      join webhook_event event on event.id = event_id where message.id = message_id)`,
  },
]

/** Deleted with the account. */
export const WITH_ACCOUNT = [
  'account_recovery',
  'api_key',
  'billing',
  'delivered_code',
  'gift_reason',
  'parent_request',
  'player',
  'recovery_code',
  'second_factor',
  'test_line',
  'test_order',
  'webhook_endpoint',
]

/** Kept for the books, for statistics or for the audit, and erased of names and addresses with the account. */
export const IN_BOOKS = [
  'account',
  'adjustment',
  'alert',
  'announcement_mail',
  'audit',
  'ban',
  'capture',
  'code_view',
  'consent',
  'coupon_user',
  'difference',
  'dispatch',
  'dispute',
  'dispute_answer',
  'dispute_step',
  'document',
  'issue',
  'job',
  'order_event',
  'orders',
  'payment',
  'payout',
  'posting',
  'exchange_rate',
  'reseller_order',
  'risk_review',
  'spend',
  'task',
  'task_line',
  'transfer',
  'users',
  'winner',
]

/** Ended by other means within days. */
export const PASSING: Record<string, string> = {
  erasure: 'deleted after two sweeps',
  invitation: 'deleted once it has expired',
  rate_limit: 'hashed; deleted once it has expired',
  second_factor_challenge: 'deleted once it has expired',
}

/** Nothing about customers. */
export const OF_NOBODY = [
  'announcement',
  'applied_function',
  'banner',
  'category',
  'category_game',
  'closed_books',
  'closed_month',
  'coupon',
  'coupon_game',
  'document_cursor',
  'game',
  'game_speed',
  'gateway_credential',
  'goto_link',
  'image',
  'item',
  'item_sale',
  'item_speed',
  'item_supplier',
  'lasting_key',
  'migration',
  'order_count',
  'payment_count',
  'pending_cost',
  'picture',
  'posting_count',
  'price_rule',
  'prize',
  'risk_rule',
  'schedule',
  'seal',
  'setting',
  'setting_history',
  'settlement_line',
  'supplier_account',
  'supplier_balance',
  'supplier_callback',
  'supplier_currency',
  'supplier_health',
  'supplier_product',
  'tag',
  'takings',
  'user_count',
]
