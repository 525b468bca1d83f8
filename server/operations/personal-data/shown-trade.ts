import { OF_USER, type Part, type Shown } from './shown.ts'

const DOCUMENTS = {
  table: 'document',
  as: 'documents',
  equals: 'id',
  by: 'dated_at',
  shows: 'number kind corrects dated_at content',
  hides: 'series year position transfer order_id movement_id user_id hash',
  parts: [
    {
      table: 'document_buyer',
      as: 'buyer',
      on: 'document',
      equals: 'number',
      by: 'document',
      shows: 'buyer',
      hides: 'document user_id salt',
    },
  ],
}

const DOCUMENTS_OF_ORDER: Part = { ...DOCUMENTS, on: 'order_id' }
const DOCUMENTS_OF_MOVEMENT: Part = { ...DOCUMENTS, on: 'movement_id' }

/** Purchases and their money. */
export const SHOWN_OF_TRADE: Shown[] = [
  {
    table: 'player',
    ...OF_USER,
    as: 'players',
    shows: 'game_id player_id zone_id name regions item_slug confirmed_at created_at updated_at',
    hides: 'id user_id',
  },
  {
    table: 'pay_link',
    ...OF_USER,
    as: 'payLinks',
    shows: 'item_id player_id zone_id name message created_at expires_at ended_at',
    hides: 'id user_id',
  },
  {
    table: 'orders',
    ...OF_USER,
    as: 'orders',
    by: 'created_at id',
    shows: `
      id invoice status game_name item_name player_id zone_id player_name corrected_at currency
      item_price amount price_inr discount_inr amount_inr rate coupon_code payment_method
      payment_reference channel buyer_address created_at paid_at ended_at refunded_at`,
    hides: `
      user_id game_id item_id saved_player cost_inr coupon_id takes_stock version expires_at
      held_for held_at claimed_by claimed_at proof_image_id look_first buyer_network buyer_device
      pay_link`,
    parts: [
      {
        table: 'order_event',
        as: 'timeline',
        on: 'order_id',
        equals: 'id',
        by: 'number',
        shows: 'status message created_at',
        hides: 'order_id number user_id',
      },
      {
        table: 'reseller_order',
        as: 'reseller',
        on: 'order_id',
        equals: 'id',
        by: 'reference',
        shows: 'reference',
        hides: 'order_id user_id request_hash api_key_id via',
      },
      {
        table: 'order_gift',
        as: 'gift',
        on: 'order_id',
        equals: 'id',
        by: 'order_id',
        shows: 'email message mailed_at',
        hides: 'order_id ended_at',
      },
      DOCUMENTS_OF_ORDER,
      {
        table: 'code_view',
        as: 'codeViews',
        on: 'order_id',
        equals: 'id',
        by: 'viewed_at',
        shows: 'viewed_at',
        hides: 'id order_id user_id',
      },
    ],
  },
  {
    table: 'payment',
    ...OF_USER,
    as: 'payments',
    by: 'created_at id',
    shows: `
      id reference purpose order_id gateway method gateway_id amount asked_currency rate state created_at expires_at
      ended_at`,
    hides: 'user_id gateway_reason page opening_until asks ask_at try_failed_at returned_at',
    parts: [
      {
        table: 'capture',
        as: 'received',
        on: 'payment_id',
        equals: 'id',
        by: 'captured_at',
        shows: `
          gateway_payment_id amount currency bank_reference payer_shown payer_name captured_at
          settled_as settled_at`,
        hides: 'id payment_id gateway payer',
        parts: [
          DOCUMENTS_OF_MOVEMENT,
          {
            table: 'payout',
            as: 'sentBack',
            on: 'capture_id',
            equals: 'id',
            by: 'created_at',
            shows: `
              reference amount state gateway_id bank_reference sent_at created_at ended_at`,
            hides: 'id capture_id user_id note reason asked_by asks ask_at',
            parts: [DOCUMENTS_OF_MOVEMENT],
          },
        ],
      },
    ],
  },
  {
    table: 'posting',
    as: 'walletLines',
    whose: 'user_id',
    by: 'account_id sequence',
    shows: 'currency sequence amount balance transfer created_at',
    hides: 'account_id user_id hash',
    parts: [
      {
        table: 'transfer',
        as: 'of',
        on: 'number',
        equals: 'transfer',
        by: 'number',
        shows: 'kind reference order_id',
        hides: 'number key line debit credit currency amount created_at hash',
      },
      {
        table: 'gift_reason',
        as: 'reason',
        on: 'transfer',
        equals: 'transfer',
        by: 'transfer',
        shows: 'reason',
        hides: 'transfer',
      },
    ],
  },
  {
    table: 'adjustment',
    ...OF_USER,
    as: 'adjustments',
    shows: 'currency amount reason state asked_at decided_at',
    hides: 'id user_id note asked_by decided_by answer',
  },
  {
    table: 'dispute',
    ...OF_USER,
    as: 'disputes',
    shows: 'gateway state amount currency from_wallet held opened_at ended_at',
    hides: `
      id gateway_dispute_id capture_id user_id stage reason respond_by read_at taken fees
      from_shop movements warnings`,
  },
  {
    table: 'winner',
    as: 'prizes',
    whose: 'user_id',
    by: 'period rank',
    shows: 'period rank spend prize paid_at withheld reclaimed',
    hides: 'user_id',
  },
  {
    table: 'risk_refusal',
    as: 'refusedOrders',
    whose: 'user_id',
    by: 'day reasons_hash',
    shows: 'day outcome count last_at',
    hides: 'user_id reasons reasons_hash',
  },
  {
    table: 'bulk',
    ...OF_USER,
    as: 'filesOfOrders',
    shows: 'name currency is_test state total buyer_address created_at ended_at',
    hides: 'id user_id done',
    parts: [
      {
        table: 'bulk_line',
        as: 'lines',
        on: 'bulk_id',
        equals: 'id',
        by: 'line',
        shows: `
          line reference product_name player_id zone_id price_max state order_id amount words`,
        hides: 'bulk_id product_id tries next_at',
      },
    ],
  },
  {
    table: 'test_order',
    ...OF_USER,
    as: 'testOrders',
    by: 'created_at id',
    shows: `
      invoice reference status game_name item_name player_id zone_id player_name currency amount
      created_at ended_at refunded_at`,
    hides: 'id user_id request_hash api_key_id version held_for item_id',
  },
]
