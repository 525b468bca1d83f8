import { REFUSALS, type RefusalCode } from '#contract/core/errors/errors.ts'

/** Advice on an error for an API client: retry later, change something first, or neither. */
type Advice = 'again' | 'fix' | 'give up'

/** Every error of the reseller API, with advice in words. */
const ADVICE = {
  API_KEY_MISSING: ['fix', 'Send the key in the header X-API-Key.'],
  API_KEY_UNKNOWN: [
    'fix',
    'The key was deleted or replaced, or its account is no longer a reseller’s.',
  ],
  API_KEY_SCOPE: ['fix', 'Use a key with the scope that this call needs.'],
  API_KEY_ADDRESS: ['fix', 'Call from an address that the key allows, or allow this one.'],
  BAD_INPUT: ['fix', 'See `errors`: each entry names a field.'],
  WRONG_CONTENT_TYPE: ['fix', 'Send JSON.'],
  BODY_TOO_LARGE: ['fix', 'Send a smaller request.'],
  ORDER_LOOP: ['give up', 'You sell this pack to us yourself. Get it from another source.'],
  NO_SUCH_CALL: ['fix', 'The address is wrong, or an id in it is malformed.'],
  IDEMPOTENCY_KEY_REUSED: [
    'fix',
    'Use a new key for a new order. With the old key, send the same body.',
  ],
  REFERENCE_USED: [
    'fix',
    'The reference belongs to another order: see `details.orderId`. Use a new one.',
  ],
  CURRENCY_NOT_OFFERED: ['fix', 'The shop doesn’t take this currency. Choose another.'],
  NO_SUCH_GAME: ['fix', 'There is no game with this slug.'],
  NO_SUCH_PRODUCT: ['fix', 'Load the products again.'],
  NOT_AVAILABLE: ['fix', 'The pack isn’t on sale. Load the products again, or wait.'],
  OUT_OF_STOCK: ['fix', 'Load the products again, or wait.'],
  PRICE_CHANGED: [
    'fix',
    'The pack now costs more than the order. Refund the order and place a new one.',
  ],
  PRICE_ABOVE_MAX: ['fix', 'See `details.price`. Raise `priceMax`, or don’t order.'],
  BALANCE_TOO_LOW: ['fix', 'See `details.missing`. Add money, then send a new Idempotency-Key.'],
  PLAYER_NOT_FOUND: ['fix', 'The game doesn’t know this player.'],
  PLAYER_ELSEWHERE: ['fix', 'The game can’t be delivered to the player’s country.'],
  PLAYER_UNFIT: ['fix', 'The pack isn’t for players from this country.'],
  NO_SUCH_QUOTE: ['fix', 'You have no such quote. Request a new one.'],
  QUOTE_EXPIRED: ['fix', 'Request a new quote.'],
  QUOTE_USED: ['fix', 'A quote is good for one order. Request a new one.'],
  QUOTE_OTHER: ['fix', 'The quote is for another product or currency.'],
  QUOTE_BELOW_COST: ['fix', 'The pack now costs the shop more. Request a new quote.'],
  NO_SUCH_ORDER: ['give up', 'You have no such order.'],
  NO_CODE: ['give up', 'The product has no code, or the order was placed in test mode.'],
  CODE_NOT_READY: ['again', 'The order isn’t delivered yet. If it was refunded, give up.'],
  CODE_LOST: ['give up', 'Contact us with the order id.'],
  NOT_HELD: ['give up', 'The order isn’t waiting for a corrected player.'],
  NO_SUCH_WEBHOOK: ['give up', 'You have no such webhook in this mode.'],
  NO_SUCH_DELIVERY: ['give up', 'You have no such delivery, or it’s older than a month.'],
  TOO_MANY_WEBHOOKS: ['fix', 'Delete one first.'],
  WEBHOOK_DISABLED: ['fix', 'Enable the webhook first.'],
  WEBHOOK_SECRET_LOST: ['fix', 'Create a new secret for the webhook.'],
  WEBHOOK_URL_REFUSED: ['fix', 'Use an https address on the public internet.'],
  NO_SUCH_CURSOR: ['fix', 'Start the list again, without `after`.'],
  REQUEST_TOO_SLOW: ['again', 'The request didn’t arrive in time.'],
  TOO_MANY_REQUESTS: ['again', 'Wait as many seconds as Retry-After says.'],
  TOO_MANY_PLAYER_CHECKS: ['again', 'Wait as many seconds as Retry-After says.'],
  PLAYERS_UNREACHABLE: ['again', 'The game’s supplier doesn’t answer. Nothing was charged.'],
  WEBSITE_CLOSED: ['again', 'The shop isn’t taking orders right now.'],
  BUSY: ['again', 'Send the same request again, with the same key and reference.'],
  BUG: [
    'again',
    'Send the same request again, with the same key and reference. Tell us the request id.',
  ],
} as const satisfies Partial<Record<RefusalCode, readonly [Advice, string]>>

export type ApiErrorCode = keyof typeof ADVICE

type ApiError = {
  code: ApiErrorCode
  status: number
  message: string
  isRetryable: boolean
  canFix: boolean
  advice: string
}

/** Table of all errors for the documentation. */
export const API_ERRORS: readonly ApiError[] = (
  Object.entries(ADVICE) as [ApiErrorCode, readonly [Advice, string]][]
).map(([code, [advice, words]]) => ({
  code,
  status: REFUSALS[code][0],
  message: REFUSALS[code][1],
  isRetryable: advice === 'again',
  canFix: advice === 'fix',
  advice: words,
}))

const known = new Map<string, ApiError>(API_ERRORS.map((error) => [error.code, error]))

/** Advice for API clients, beside the code. Errors outside the table can only be fixed by the shop. */
export const adviseOn = (code: string): Pick<ApiError, 'isRetryable' | 'canFix'> => {
  const { isRetryable = false, canFix = false } = known.get(code) ?? {}
  return { isRetryable, canFix }
}
