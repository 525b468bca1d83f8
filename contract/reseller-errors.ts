import { REFUSALS, type RefusalCode } from './errors.ts'

/** Advice on an error for an API client: retry later, change something first, or neither. */
type Advice = 'again' | 'fix' | 'give up'

/** Every error of the reseller API, with advice in words. */
const ADVICE = {
  API_KEY_MISSING: ['fix', 'Send the key in the header X-API-Key.'],
  API_KEY_UNKNOWN: [
    'fix',
    'The key was ended or rolled, or its account is no reseller’s any more.',
  ],
  API_KEY_SCOPE: ['fix', 'Use a key with the scope that this call needs.'],
  API_KEY_ADDRESS: ['fix', 'Call from an address that the key allows, or allow this one.'],
  BAD_INPUT: ['fix', 'See `errors`: each names a field.'],
  WRONG_CONTENT_TYPE: ['fix', 'Send JSON.'],
  BODY_TOO_LARGE: ['fix', 'Send less.'],
  NO_SUCH_CALL: ['fix', 'The address is wrong, or an id in it can be none.'],
  IDEMPOTENCY_KEY_REUSED: [
    'fix',
    'Make a new key for a new order; send the same body with the old one.',
  ],
  REFERENCE_USED: [
    'fix',
    'The reference names another order, see `details.orderId`. Use a new one.',
  ],
  NO_SUCH_GAME: ['fix', 'There is no game with this slug.'],
  NO_SUCH_PRODUCT: ['fix', 'Read the products again.'],
  NOT_AVAILABLE: ['fix', 'The pack is off the shelf. Read the products again, or wait.'],
  OUT_OF_STOCK: ['fix', 'Read the products again, or wait.'],
  PRICE_CHANGED: [
    'fix',
    'The pack is dearer than the order. Take the order back and place a new one.',
  ],
  PRICE_ABOVE_MAX: ['fix', 'See `details.price`. Raise `priceMax`, or leave it.'],
  BALANCE_TOO_LOW: ['fix', 'See `details.missing`. Add money, then send a new Idempotency-Key.'],
  PLAYER_NOT_FOUND: ['fix', 'The game does not know this player.'],
  PLAYER_ELSEWHERE: ['fix', 'The player is of a country that the game cannot be delivered to.'],
  PLAYER_UNFIT: ['fix', 'The packs are not for players of this country.'],
  NO_SUCH_QUOTE: ['fix', 'There is no such quote of yours. Ask for a new one.'],
  QUOTE_EXPIRED: ['fix', 'Ask for a new quote.'],
  QUOTE_USED: ['fix', 'A quote is for one order. Ask for a new one.'],
  QUOTE_OTHER: ['fix', 'The quote is for another product or currency.'],
  QUOTE_BELOW_COST: ['fix', 'The pack costs the shop more by now. Ask for a new quote.'],
  NO_SUCH_ORDER: ['give up', 'There is no such order of yours.'],
  NO_CODE: ['give up', 'The product is no code, or the order is of test mode.'],
  CODE_NOT_READY: ['again', 'The order is not delivered yet. Where it was refunded, give up.'],
  CODE_LOST: ['give up', 'Tell us the order.'],
  NOT_HELD: ['give up', 'The order does not wait for its player.'],
  NO_SUCH_WEBHOOK: ['give up', 'There is no such webhook of yours in this mode.'],
  NO_SUCH_DELIVERY: ['give up', 'There is no such delivery of yours, or it is older than a month.'],
  TOO_MANY_WEBHOOKS: ['fix', 'Delete one first.'],
  WEBHOOK_DISABLED: ['fix', 'Enable the webhook first.'],
  WEBHOOK_SECRET_LOST: ['fix', 'Make a new secret for the webhook.'],
  WEBHOOK_URL_REFUSED: ['fix', 'Use an https address that is on the public internet.'],
  NO_SUCH_CURSOR: ['fix', 'Begin the list anew, without `after`.'],
  REQUEST_TOO_SLOW: ['again', 'The request did not arrive in time.'],
  TOO_MANY_REQUESTS: ['again', 'Wait for the seconds of Retry-After.'],
  TOO_MANY_PLAYER_CHECKS: ['again', 'Wait for the seconds of Retry-After.'],
  PLAYERS_UNREACHABLE: ['again', 'The game’s provider does not answer. Nothing was charged.'],
  WEBSITE_CLOSED: ['again', 'The shop takes no orders for the moment.'],
  BUSY: ['again', 'Send the same again, with the same key and reference.'],
  BUG: ['again', 'Send the same again, with the same key and reference; tell us the request id.'],
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
