/** Refusals of calls about a reseller's bulk orders and webhooks. */
export const RESELLER_REFUSALS = {
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
