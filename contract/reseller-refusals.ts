/** Refusals of calls about a reseller's keys, products, quotes, bulk orders and webhooks. */
export const RESELLER_REFUSALS = {
  API_KEY_MISSING: [401, 'Please send your API key in the header X-API-Key'],
  API_KEY_UNKNOWN: [401, 'This API key is not known, or was ended'],
  API_KEY_SCOPE: [403, 'This API key is not for this'],
  API_KEY_ADDRESS: [403, 'This API key may not be used from this address'],
  NO_SUCH_API_KEY: [404, 'API Key not found'],
  MAIN_KEY_STAYS: [409, 'This is the main key. Generate a new one to end it'],
  TOO_MANY_API_KEYS: [409, 'There are too many keys. Please end one first'],
  NO_SUCH_PRODUCT: [404, 'There is no product with this id'],
  PRICE_ABOVE_MAX: [409, 'This costs more than the most you would pay'],
  REFERENCE_USED: [409, 'This reference was used for another order'],
  NO_SUCH_QUOTE: [404, 'Quote not found'],
  QUOTE_EXPIRED: [409, 'This quote has expired. Please ask for a new one'],
  QUOTE_USED: [409, 'This quote was used for another order'],
  QUOTE_OTHER: [409, 'This quote is for another product or currency'],
  QUOTE_BELOW_COST: [409, 'This quote cannot be kept. Please ask for a new one'],
  NO_SUCH_CURSOR: [400, 'There is nothing to go on from here. Please begin the list anew'],

  BULK_FILE_UNREADABLE: [400, 'This file cannot be read'],
  BULK_NOTHING_FINE: [409, 'None of these orders can be placed'],
  TOO_MANY_BULKS: [409, 'Please wait until those that are being placed are done'],
  NO_SUCH_BULK: [404, 'There is no such file of orders'],

  NO_SUCH_WEBHOOK: [404, 'Webhook not found'],
  NO_SUCH_DELIVERY: [404, 'Delivery not found'],
  TOO_MANY_WEBHOOKS: [409, 'There are too many webhooks. Please delete one first'],
  WEBHOOK_DISABLED: [409, 'This webhook is disabled. Please enable it first'],
  WEBHOOK_SECRET_LOST: [
    409,
    'The secret of this webhook cannot be read any more. Please make a new one',
  ],
  WEBHOOK_URL_REFUSED: [400, 'Webhooks cannot be sent to this address'],
} as const
