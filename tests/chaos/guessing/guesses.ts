import type { Sql } from '#server/platform/db/db.ts'
import { createPerson, type Person } from '#tests/support/accounts/people.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

export type Attack = { setup: ChaosSetup; tries: number; dice: Dice }

export type Guesses = {
  tried: number
  looked: number // checked in a day, over all challenges
  looksMax: number // checked at one challenge or in one window
  allowed: number // checks allowed per day
  wrong: string[]
}

const AT_ONCE = 32

/** A client with its own address, as a proxy in front of the shop reports it, at a random node. */
export function fromElsewhere(
  { urls }: Pick<ChaosSetup, 'urls'>,
  { nth, dice }: { nth: number; dice: Dice },
): Person {
  const person = createPerson(dice.pick(urls))
  const [a, b] = [dice.below(256), dice.below(256)]
  const address = nth % 8 === 7 ? `2001:db8:${a}:${b}::${nth % 10}` : `10.${a}.${b}.${nth % 256}`
  person.headers['x-forwarded-for'] = address
  return person
}

/** Does the work in sequence, or many pieces at once. */
export const sideBySideOrNot = <T>(
  isAtOnce: boolean,
  list: T[],
  work: (one: T, nth: number) => Promise<void>,
): Promise<void> => sideBySide(isAtOnce ? AT_ONCE : 1, list.length, (nth) => work(list[nth]!, nth))

/** Expires rate limits and codes. Sessions do not age, because their lifetime does not matter here. */
export async function passWindow(sql: Sql, seconds: number): Promise<void> {
  const earlier = sql`make_interval(secs => ${seconds})`
  await sql`update rate_limit set resets_at = resets_at - ${earlier}`
  await sql`update challenge set expires_at = expires_at - ${earlier} where used_at is null`
}
