import assert from 'node:assert/strict'
import { compareBooks, listDifferences, type Difference } from '#contract/money/payments.ts'
import { logIn } from '#tests/support/accounts/people.ts'
import { until } from '#tests/support/shop/wait.ts'
import type { PayShop } from './payments.ts'

export const readDifferences = async ({ admin }: PayShop, filter: object = {}) =>
  (await admin.call(listDifferences, { page: 1, limit: 100, ...filter })).data

/** Lets time pass, and signs people in again. */
export async function wait(
  { shop, admin, customer }: PayShop,
  milliseconds: number,
): Promise<void> {
  shop.wait(milliseconds)
  for (const person of [admin, customer]) person.tokens = (await logIn(person)).tokens
}

/** Compares the books on demand, and waits until corrections are done. */
export async function compare(world: PayShop): Promise<Difference[]> {
  const { admin } = world
  const before = (await readDifferences(world)).comparedAt
  assert.equal((await admin.call(compareBooks, {})).message, 'The books are being compared')
  await until(
    'the books are compared',
    async () => (await readDifferences(world)).comparedAt !== before,
  )
  return (await readDifferences(world, { isSettled: 'no' })).differences
}

/** Our amounts are in paise, and the gateway's are in rupees. */
export const facts = (differences: Difference[]): string[] =>
  differences
    .map(({ reference, kind, ours, theirs }) => `${reference}: ${kind}, ${ours} and ${theirs}`)
    .toSorted()
