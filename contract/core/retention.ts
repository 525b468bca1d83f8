const DAY_MS = 24 * 60 * 60 * 1000

type Kept = {
  what: string
  /** The event that the days or years begin with. */
  after: string
} & ({ days: number } | { years: number })

/** Card networks take disputes until 540 days after a payment, and some weeks pass until the last answer. */
const DISPUTE_DAYS = 600

/**
 * Data about people that ends before their account does. The nightly jobs delete by this table, and the privacy policy
 * shows it.
 */
export const RETENTION = {
  code: { what: 'Codes sent to confirm an email or a phone', days: 2, after: 'they expire' },
  answer: { what: 'Answers kept for repeated requests', days: 2, after: 'the request' },
  region: { what: 'The region of a player’s account', days: 1, after: 'the game tells it' },
  quote: { what: 'Players and prices looked up by API clients', days: 1, after: 'they expire' },
  buyer: {
    what: 'The device that an order came from, and its network address if no gateway took money for it',
    days: 7, // a supplier may still ask about it
    after: 'the order ends',
  },
  session: {
    what: 'Other sign-ins, with device and network address',
    days: 30,
    after: 'they expire',
  },
  guest: {
    what: 'The email or phone of guests who bought nothing',
    days: 30,
    after: 'their sign-in expires',
  },
  address: {
    what: 'The old email or phone, when one was changed',
    days: 30,
    after: 'the change can’t be undone any more',
  },
  file: { what: 'Files exported by the shop', days: 30, after: 'they are made' },
  payLink: { what: 'Links by which others pay', days: 30, after: 'they expire' },
  gift: {
    what: 'Who gets a gift by email, and the message',
    days: 30,
    after: 'the order ends',
  },
  event: { what: 'Events for webhooks', days: 30, after: 'they happen' },
  report: {
    what: 'What payment gateways tell about payments',
    days: 90, // long enough to investigate problems; no gateway retries after so long
    after: 'they tell it',
  },
  bulk: {
    what: 'Files of orders, uploaded by resellers',
    days: 90,
    after: 'the last order in them',
  },
  refusal: { what: 'Orders that the shop didn’t take', days: 180, after: 'the last attempt' },
  payer: {
    what: 'The UPI address, PayPal account or last digits of the card that paid, and the payer’s name',
    days: DISPUTE_DAYS,
    after: 'the payment',
  },
  paidSession: {
    what: 'Sign-ins around a payment, with device and network address',
    days: DISPUTE_DAYS,
    after: 'the payment',
  },
  paidAddress: {
    what: 'The network address of an order that a gateway took money for',
    days: DISPUTE_DAYS,
    after: 'the order ends',
  },
  document: {
    what: 'Names, emails, addresses and players on invoices and other documents',
    years: 8, // Companies Act, section 128; GST wants almost seven. A setting of the shop
    after: 'the end of the financial year',
  },
} as const satisfies Record<string, Kept>

export type RetentionRule = keyof typeof RETENTION

type Rules = typeof RETENTION
type RuleInDays = {
  [Rule in RetentionRule]: Rules[Rule] extends { days: number } ? Rule : never
}[RetentionRule]

/** The period of a rule in words. The shop sets the years. */
export function periodInWords(rule: RetentionRule, years: number): string {
  const kept: Kept = RETENTION[rule]
  const [count, unit] = 'days' in kept ? [kept.days, 'day'] : [years, 'year']
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`
}

/** Anything older than this is deleted. */
export const keptSince = (rule: RuleInDays, now: Date): Date =>
  new Date(now.getTime() - RETENTION[rule].days * DAY_MS)
