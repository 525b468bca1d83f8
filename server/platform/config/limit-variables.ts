import { about, count } from './variables.ts'

const limit = (standard: number, words: string) => about(count.default(standard), words)

export const limitVariables = {
  LIMIT_CALLS_AT_ONCE: limit(2_000, 'Running calls of a node; 200 while it lags.'),
  LIMIT_REQUESTS_PER_MINUTE: limit(120_000, 'Per address.'),
  LIMIT_SIGN_INS_PER_MINUTE: limit(60, 'Sign-ups, sign-ins and codes, per address.'),
  LIMIT_ACCOUNT_CHANGES_PER_MINUTE: limit(30, 'Per account.'),
  LIMIT_STREAMS_PER_ACCOUNT: limit(10, 'Orders followed at once, per account and node.'),
  LIMIT_CODE_RESEND_SECONDS: limit(60, 'Seconds between two codes to one email or phone.'),
  LIMIT_CODES_PER_DAY: limit(10, 'Per email or phone and requester, and per account.'),
  LIMIT_CODES_PER_DAY_TOTAL: limit(50, 'Per email or phone, by all strangers together.'),
  LIMIT_CODES_PER_ADDRESS_PER_DAY: limit(30, 'Codes sent, per address.'),
  LIMIT_WRONG_CODES_PER_DAY: limit(50, 'Per email or phone. One address may use up half.'),
  LIMIT_WRONG_PASSWORDS: limit(10, 'Per account and requester in the window.'),
  LIMIT_WRONG_PASSWORDS_TOTAL: limit(50, 'Per account in the window, by all strangers together.'),
  LIMIT_WRONG_PASSWORDS_PER_ADDRESS: limit(50, 'Per address in the window.'),
  LIMIT_WRONG_PASSWORD_MINUTES: limit(15, 'The window for wrong passwords.'),
  LIMIT_WRONG_FACTORS: limit(5, 'Wrong codes of a second factor, per account in the window.'),
  LIMIT_WRONG_FACTOR_MINUTES: limit(15, 'The window for wrong codes of a second factor.'),
  LIMIT_PLAYER_CHECKS_PER_HOUR: limit(60, 'Per account.'),
  LIMIT_PLAYER_CHECKS_PER_ADDRESS_PER_HOUR: limit(
    120,
    'Players that are saved, and regions that visitors ask for, per address.',
  ),
  LIMIT_COUPON_TRIES_PER_HOUR: limit(30, 'Per account.'),
  LIMIT_UNPAID_ORDERS: limit(5, 'Unpaid orders at once, per customer.'),
  LIMIT_UNPAID_ORDERS_UNPROVEN: limit(2, 'The same without a verified email or phone.'),
  LIMIT_API_REQUESTS_PER_SECOND: limit(50, 'Per API key. Twice as many may run at once.'),
  LIMIT_API_PLAYER_CHECKS_PER_HOUR: limit(3_600, 'Per reseller, by API clients.'),
}
