import { about, number } from './variables.ts'

export const tradeVariables = {
  ADD_MONEY_MAX_RUPEES: about(
    number(1, 10_000_000).default(100_000),
    'The most that a customer may add to their wallet at a time.',
  ),
  ADJUSTMENT_ALONE_MAX_RUPEES: about(
    number(0, 10_000_000).default(10_000),
    'What an administrator may give to, add to and take from rupee wallets in 24 hours without the approval of a second one.',
  ),
  ADJUSTMENT_ALONE_MAX_DOLLARS: about(
    number(0, 10_000_000).default(100),
    'The same for dollar wallets.',
  ),
  ORDER_EXPIRY_MINUTES: about(
    number(1, 1_440).default(15),
    'How long an order by UPI waits for its payment.',
  ),
  UNPAID_HOLD_MINUTES: about(
    number(1, 1_440).default(5),
    'How long an unpaid order keeps the last units and coupon uses from other unpaid orders.',
  ),
  QUOTE_MINUTES: about(
    number(1, 60).default(5),
    "How long a quote for a reseller's API client holds.",
  ),
  DELIVERY_ATTENTION_MINUTES: about(
    number(1, 1_440).default(30),
    'After how long an unconfirmed delivery waits for a person. The supplier is still asked.',
  ),
  WAITING_ALERT_MINUTES: about(
    number(1, 1_440).default(15),
    'How long an order may wait for a person before administrators are told.',
  ),
  REVIEW_HOURS: about(
    number(1, 720).default(24),
    'How long an order may be held for review before the money goes back.',
  ),
  CORRECTION_DAYS: about(
    number(1, 365).default(1),
    'How long a customer may take to correct a wrong player before the money goes back.',
  ),
}
