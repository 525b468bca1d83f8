import { z } from 'zod'
import {
  RiskCondition,
  RiskConditions,
  RiskSubject,
  type RiskCondition as Condition,
} from '#contract/orders/risk-rules.ts'

/** A condition as it is typed: every field exists, and those of other kinds are ignored. */
export type TypedCondition = {
  is: Condition['is']
  hours: string
  window: string
  by: RiskSubject
  count: string
  rupees: string
  isIn: string
  countries: string[]
}

export const ADDED: TypedCondition = {
  is: 'first purchase',
  hours: '24',
  window: '24',
  by: 'customer',
  count: '',
  rupees: '',
  isIn: 'yes',
  countries: [],
}

const number = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

function toCondition(typed: TypedCondition): unknown {
  const { is, by } = typed
  const hours = Number(typed.window)
  switch (is) {
    case 'new account':
      return { is, hours: number(typed.hours) }
    case 'amount':
      return { is, rupees: number(typed.rupees) }
    case 'orders':
      return { is, by, hours, count: number(typed.count) }
    case 'spend':
      return { is, by, hours, rupees: number(typed.rupees) }
    case 'accounts':
      return { is, by: by === 'customer' ? 'player' : by, hours, count: number(typed.count) }
    case 'country':
      return { is, isIn: typed.isIn === 'yes', countries: typed.countries }
    case 'first purchase':
    case 'payer name':
      return { is }
  }
}

export function toTyped(condition: Condition): TypedCondition {
  const hours = 'hours' in condition ? String(condition.hours) : ''
  return {
    ...ADDED,
    is: condition.is,
    ...(condition.is === 'new account' ? { hours } : hours && { window: hours }),
    ...('by' in condition && { by: condition.by }),
    ...('count' in condition && { count: String(condition.count) }),
    ...('rupees' in condition && { rupees: String(condition.rupees) }),
    ...(condition.is === 'country' && {
      isIn: condition.isIn ? 'yes' : 'no',
      countries: condition.countries,
    }),
  }
}

const Typed = z.strictObject({
  is: z.enum(RiskCondition.options.map(({ shape }) => shape.is.value)),
  hours: z.string(),
  window: z.string(),
  by: RiskSubject,
  count: z.string(),
  rupees: z.string(),
  isIn: z.string(),
  countries: z.array(z.string()),
})

/** Parses typed conditions by the rules of the contract. */
export const TypedConditions = z
  .array(Typed)
  .transform((all) => all.map(toCondition) as Condition[])
  .pipe(RiskConditions)
