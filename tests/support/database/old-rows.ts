/** Names of tables that the version before uses, with their names now. */
export const RENAMED_TABLES = {
  allowance: 'rate_limit',
  api_event: 'webhook_event',
  factor_begun: 'second_factor_challenge',
  item_source: 'item_supplier',
  kept_key: 'lasting_key',
  order_code: 'delivered_code',
  parcel: 'dispatch',
  price_doubt: 'pending_cost',
  refund: 'payout',
  source_account: 'supplier_account',
  source_balance: 'supplier_balance',
  source_callback: 'supplier_callback',
  source_currency: 'supplier_currency',
  source_health: 'supplier_health',
  source_product: 'supplier_product',
  webhook: 'gateway_event',
  webhook_attempt: 'webhook_request',
  webhook_delivery: 'webhook_message',
} as const

/** The id of every row of `OLD_ROWS`. */
export const ID = '00000000-0000-4000-8000-000000000001'

/** Writes one row to each renamed table by its old name, and one task, with what they refer to. */
export const OLD_ROWS = `
  insert into users (id, full_name, email, created_at, updated_at) values ('${ID}', 'Asha Rao', 'asha@example.com', now(), now());
  insert into session (id, user_id, refresh_hash, user_agent, address, created_at, refreshed_at, expires_at)
  values ('${ID}', '${ID}', '', '', '', now(), now(), now());
  insert into game (id, slug, name, description, publisher, link, is_available, source, source_game, source_region,
    player_label, zone_label, zone_options, is_validation_required, created_at, updated_at)
  values ('${ID}', 'stones', 'Stones', '', '', '', true, 'unipin', '', '', '', '', '{}', false, now(), now());
  insert into item (id, game_id, slug, name, is_available, index, selling_price, service_id, is_quantity_shown, created_at, updated_at)
  values ('${ID}', '${ID}', 'stone', 'Stone', true, 0, 100, '1001', false, now(), now());
  insert into orders (id, invoice, user_id, status, game_id, item_id, saved_player, player_id, zone_id, player_name, currency,
    item_price, amount, price_inr, discount_inr, amount_inr, takes_stock, payment_method, created_at, game_name, item_name)
  values ('${ID}', 'GS1', '${ID}', 'pending', '${ID}', '${ID}', '${ID}', '1', '', '', 'INR', 100, 100, 100, 0, 100, false, 'upi',
    now(), 'Stones', 'Stone');
  insert into payment (id, reference, user_id, purpose, gateway, amount, state, created_at, expires_at)
  values ('${ID}', 'PAAAAAAAAAAAAAAAAAAAAA', '${ID}', 'top-up', 'razorpay', 100, 'open', now(), now());
  insert into capture (id, payment_id, gateway, gateway_payment_id, amount, currency, captured_at)
  values ('${ID}', '${ID}', 'razorpay', '1', 100, 'INR', now());
  insert into webhook_endpoint (id, user_id, name, url, is_test, types, sealed, created_at, updated_at)
  values ('${ID}', '${ID}', '', '', false, '{}', '', now(), now());
  insert into allowance (key, used, resets_at) values ('a', 1, now());
  insert into api_event (id, user_id, is_test, type, subject_id, version, data, created_at)
  values ('${ID}', '${ID}', false, 'order.completed', '${ID}', 1, '{}', now());
  insert into factor_begun (session_id, purpose, secret, expires_at) values ('${ID}', 'add app', '', now());
  insert into item_source (item_id, position, source, game, region, service_id) values ('${ID}', 1, 'seagm', '', '', '7');
  insert into kept_key (purpose, fingerprint, sealed, created_at) values ('callback', 'a', '', now());
  insert into parcel (id, order_id, leg, attempt, provider, game, region, service_id, player_id, zone_id, reference, state,
    provider_order_id, created_at)
  values ('${ID}', '${ID}', 1, 1, 'unipin', '', '', '1001', '1', '', 'D1', 'ready', '9', now());
  insert into order_code (id, order_id, parcel_id, sealed, created_at) values ('${ID}', '${ID}', '${ID}', '', now());
  insert into price_doubt (item_id, cost) values ('${ID}', 90);
  insert into refund (id, reference, capture_id, user_id, amount, state, note, created_at)
  values ('${ID}', 'RAAAAAAAAAAAAAAAAAAAAA', '${ID}', '${ID}', 100, 'asked', '', now());
  insert into source_account (source, sealed, updated_at) values ('unipin', '', now());
  insert into source_balance (source) values ('unipin') on conflict do nothing;
  insert into source_callback (source, last_at) values ('unipin', now());
  insert into source_currency (source, currency, paise, updated_at) values ('unipin', 'USD', 9000, now());
  insert into source_health (source, failures) values ('unipin', 1);
  insert into source_product (source, game, region, product_id, name, cost, currency, is_available, seen_at)
  values ('unipin', '', '', '1001', 'Stone', 1, 'USD', true, now());
  insert into webhook (id, gateway, body_hash, mentioned, received_at) values ('${ID}', 'razorpay', '', '{P1}', now());
  insert into webhook_delivery (id, event_id, endpoint_id, type, state, next_at, created_at)
  values ('${ID}', '${ID}', '${ID}', 'order.completed', 'pending', now(), now());
  insert into webhook_attempt (delivery_id, number, started_at) values ('${ID}', 1, now());
  insert into task (id, kind, title, wish, user_id, place, created_at)
  values ('${ID}', 'export-orders', '', '{"search":"a"}', '${ID}', '7', now());`
