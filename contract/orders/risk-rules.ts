import { z } from 'zod'
import { isCountry, sayOneOf } from '#contract/core/countries.ts'

// Risk rules as data. A rule catches an order when all of its conditions hold.

/** The action of a rule on an order that it catches. An order that no rule catches passes. */
export const RiskOutcome = z.enum(['hold', 'step-up', 'refuse'])
export type RiskOutcome = z.output<typeof RiskOutcome>

/** Orders are counted by one of these. `payer` is a UPI address or a card; its payments are counted. */
export const RiskSubject = z.enum(['customer', 'player', 'device', 'address', 'payer'])
export type RiskSubject = z.output<typeof RiskSubject>

export const WINDOWS = [1, 24, 168] as const // hours
export const Hours = z.literal(WINDOWS)
export type Hours = z.output<typeof Hours>

const AMOUNT = 'Enter whole rupees from 1 to 1,000,000'
const WholeRupees = z.int(AMOUNT).min(1, AMOUNT).max(1_000_000, AMOUNT)

const whole = (min: number, max: number) => {
  const message = `Enter a whole number from ${min} to ${max}`
  return z.int(message).min(min, message).max(max, message)
}

const Country = z.string().refine(isCountry, 'Use two-letter country codes, like IN')

/** The most orders that are counted by one subject. */
export const COUNTED_MAX = 1_000

export const RiskCondition = z.discriminatedUnion('is', [
  z.strictObject({ is: z.literal('new account'), hours: whole(1, 8_760) }),
  z.strictObject({ is: z.literal('first purchase') }),
  z.strictObject({ is: z.literal('amount'), rupees: WholeRupees }),
  z.strictObject({
    is: z.literal('orders'),
    by: RiskSubject,
    hours: Hours,
    count: whole(2, COUNTED_MAX),
  }),
  z.strictObject({
    is: z.literal('spend'),
    by: RiskSubject,
    hours: Hours,
    rupees: WholeRupees,
  }),
  z.strictObject({
    is: z.literal('accounts'),
    by: RiskSubject.exclude(['customer']),
    hours: Hours,
    count: whole(2, 100),
  }),
  z.strictObject({ is: z.literal('payer name') }),
  z.strictObject({
    is: z.literal('country'),
    isIn: z.boolean(),
    countries: z.array(Country).min(1, 'Choose a country').max(50, 'Choose at most 50 countries'),
  }),
])
export type RiskCondition = z.output<typeof RiskCondition>

export const RiskConditions = z
  .array(RiskCondition)
  .min(1, 'Add a condition')
  .max(6, 'A rule can have at most 6 conditions')

const PERIODS: Record<Hours, string> = { 1: 'an hour', 24: '24 hours', 168: '7 days' }

const SUBJECTS: Record<RiskSubject, string> = {
  customer: 'the customer',
  player: 'the player',
  device: 'the device',
  address: 'the network address',
  payer: 'the payer',
}

const WHOLE = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
})
const rupees = (amount: number) => WHOLE.format(amount)

const thingsOf = (by: RiskSubject) => (by === 'payer' ? 'payments' : 'orders')

const verbOf = (by: RiskSubject) => (by === 'payer' || by === 'customer' ? 'has made' : 'has had')

export function conditionInWords(condition: RiskCondition): string {
  switch (condition.is) {
    case 'new account':
      return `the account is less than ${condition.hours === 1 ? 'an hour' : `${condition.hours} hours`} old`
    case 'first purchase':
      return 'it is the customer’s first purchase'
    case 'amount':
      return `the order costs ${rupees(condition.rupees)} or more`
    case 'orders':
      return `${SUBJECTS[condition.by]} ${verbOf(condition.by)} ${condition.count} or more ${thingsOf(condition.by)} in ${PERIODS[condition.hours]}`
    case 'spend':
      return `${SUBJECTS[condition.by]} ${verbOf(condition.by)} ${thingsOf(condition.by)} worth ${rupees(condition.rupees)} or more in ${PERIODS[condition.hours]}`
    case 'accounts':
      return `${condition.count} or more accounts have used ${SUBJECTS[condition.by]} in ${PERIODS[condition.hours]}`
    case 'payer name':
      return 'the payer’s name at the bank has nothing in common with the account’s name'
    case 'country':
      return `the player is ${condition.isIn ? '' : 'not '}from ${sayOneOf(condition.countries)}`
  }
}

const OUTCOMES: Record<RiskOutcome, string> = {
  hold: 'Hold the order for review',
  'step-up': 'Ask the customer to confirm who they are',
  refuse: 'Refuse the order',
}

const AND = new Intl.ListFormat('en-GB', { type: 'conjunction' })

type Words = { outcome: RiskOutcome; conditions: RiskCondition[] }

/** Explains a rule in one sentence. */
export const ruleInWords = ({ outcome, conditions }: Words): string =>
  `${OUTCOMES[outcome]} when ${AND.format(conditions.map(conditionInWords))}.`
