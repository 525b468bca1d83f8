/** Refusals of calls about a reseller's keys, products, quotes, bulk orders and webhooks. */
export const RESELLER_REFUSALS = {
  API_KEY_MISSING: [401, 'Please send your API key in the header X-API-Key'],
  API_KEY_UNKNOWN: [401, 'This API key is unknown or no longer valid'],
  API_KEY_SCOPE: [403, 'This API key isn’t allowed to do this'],
  API_KEY_ADDRESS: [403, 'This API key can’t be used from this address'],
  NO_SUCH_API_KEY: [404, 'API Key not found'],
  MAIN_KEY_STAYS: [409, 'This is your main key. Generate a new one to replace it'],
  TOO_MANY_API_KEYS: [409, 'You have too many keys. Please delete one first'],
  NO_SUCH_PRODUCT: [404, 'Product not found'],
  PRICE_ABOVE_MAX: [409, 'The price is above your maximum'],
  REFERENCE_USED: [409, 'This reference is already used by another order'],
  ORDER_LOOP: [409, 'This order comes from this shop itself, through other shops'],
  NO_SUCH_QUOTE: [404, 'Quote not found'],
  QUOTE_EXPIRED: [409, 'This quote has expired. Please request a new one'],
  QUOTE_USED: [409, 'This quote was already used for another order'],
  QUOTE_OTHER: [409, 'This quote is for another product or currency'],
  QUOTE_BELOW_COST: [409, 'This quote no longer covers the cost. Please request a new one'],
  NO_SUCH_CURSOR: [400, 'This cursor isn’t valid. Please start the list again'],

  BULK_FILE_UNREADABLE: [400, 'We can’t read this file. Please upload a CSV file'],
  BULK_NOTHING_FINE: [409, 'None of these orders can be placed'],
  TOO_MANY_BULKS: [
    409,
    'Your earlier files are still being placed. Please wait until they’re done',
  ],
  NO_SUCH_BULK: [404, 'Order file not found'],

  NO_SUCH_WEBHOOK: [404, 'Webhook not found'],
  NO_SUCH_DELIVERY: [404, 'Delivery not found'],
  TOO_MANY_WEBHOOKS: [409, 'You have too many webhooks. Please delete one first'],
  WEBHOOK_DISABLED: [409, 'This webhook is disabled. Please enable it first'],
  WEBHOOK_SECRET_LOST: [
    409,
    'We can no longer read this webhook’s secret. Please create a new one',
  ],
  WEBHOOK_URL_REFUSED: [400, 'We can’t send webhooks to this address'],
} as const
