import { ruleInWords, type RiskCondition, type RiskOutcome } from '#contract/orders/risk-rules.ts'
import type { BanKind, RiskReason } from '#contract/orders/risk.ts'
import type { FactsRow, Measure } from './facts-sql.ts'

export type Rule = { name: string; outcome: RiskOutcome; conditions: RiskCondition[] }

const HOUR_MS = 60 * 60 * 1000

/** Lists what must be counted for these rules, each once. */
export function measuresOf(rules: Pick<Rule, 'conditions'>[]): Measure[] {
  const all = rules
    .flatMap(({ conditions }) => conditions)
    .flatMap((one) => ('by' in one ? [{ by: one.by, hours: one.hours }] : []))
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

const keyOf = ({ by, hours }: Measure) => `${by} ${hours}`

export const catches = ({ conditions }: Pick<Rule, 'conditions'>, facts: FactsRow): boolean =>
  conditions.every((condition) => holds(condition, facts))

/** Counts include the order itself. A payer's counts are of payments, which the order's own is among. */
function holds(condition: RiskCondition, facts: FactsRow): boolean {
  switch (condition.is) {
    case 'new account':
      return facts.at.getTime() - facts.joinedAt.getTime() < condition.hours * HOUR_MS
    case 'first purchase':
      return facts.isFirst
    case 'amount':
      return facts.amountInr >= condition.rupees * 100
    case 'orders':
      return countsOf(condition, facts).orders >= condition.count
    case 'spend':
      return countsOf(condition, facts).spend >= condition.rupees * 100
    case 'accounts':
      return countsOf(condition, facts).accounts >= condition.count
    case 'payer name':
      return facts.payerNames.some((name) => isOther(name, facts.fullName))
    case 'country':
      return isFrom(condition, facts.countries)
  }
}

function countsOf(measure: Measure, { counts, amountInr }: FactsRow) {
  const { orders, spend, accounts } = counts![keyOf(measure)]!
  const isOrders = measure.by !== 'payer'
  return {
    orders: orders + (isOrders ? 1 : 0),
    spend: spend + (isOrders ? amountInr : 0),
    accounts: accounts + 1,
  }
}

/** A player of unknown country is neither in nor outside of a list. */
function isFrom(
  { isIn, countries }: Extract<RiskCondition, { is: 'country' }>,
  possible: string[],
): boolean {
  if (possible.length === 0) return false
  return possible.some((country) => countries.includes(country)) === isIn
}

/** True if two names share no word. A name without letters says nothing. */
function isOther(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  return words.length > 0 && others.length > 0 && !words.some((word) => others.includes(word))
}

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mn}/gu, '')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word.length > 1)

/** Names no email or number, because reasons outlive a deleted account. */
const BANNED: Record<BanKind, string> = {
  email: 'The customer’s email is on the ban list.',
  phone: 'The customer’s phone number is on the ban list.',
  player: 'The player is on the ban list.',
  address: 'The network address is on the ban list.',
  vpa: 'The payer’s UPI address is on the ban list.',
  card: 'The payer’s card is on the ban list.',
  paypal: 'The payer’s PayPal account is on the ban list.',
}

export type Caught = RiskReason & { outcome: RiskOutcome }

/** Lists the rules that catch the order, and the bans, which refuse it. */
export const judge = (rules: Rule[], facts: FactsRow): Caught[] => [
  ...facts.bans.map((kind) => ({
    name: 'Ban list',
    words: BANNED[kind],
    outcome: 'refuse' as const,
  })),
  ...rules
    .filter((rule) => catches(rule, facts))
    .map((rule) => ({ name: rule.name, words: ruleInWords(rule), outcome: rule.outcome })),
]
