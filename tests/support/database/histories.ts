import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import type { Currency } from '#contract/core/money.ts'
import type { Sql } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { walletOf, type Address, type Line } from '#server/money/ledger/ledger.ts'
import { makeUsers, move } from '#tests/support/money/ledger.ts'

// Random histories of a few wallets, run on the database and on a model of a few lines.

const PEOPLE = 3

type Account = { person: number } | { house: 'gifts' | 'sales' | 'conversion' }
type Step = { from: Account; to: Account; currency: Currency; amount: number }
export type Operation = { steps: Step[]; key: number; kind: 'order' | 'gift' }

const account: fc.Arbitrary<Account> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ person: fc.nat(PEOPLE - 1) }) },
  fc.record({ house: fc.constantFrom('gifts' as const, 'sales' as const, 'conversion' as const) }),
)

const step: fc.Arbitrary<Step> = fc
  .record({
    from: account,
    to: account,
    currency: fc.constantFrom<Currency>('INR', 'USD'),
    amount: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 500 }) },
      fc.constant(100_000),
    ),
  })
  .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))

/** Keys come from a small set, so that many repeat, with the same content or with other content. */
const operation: fc.Arbitrary<Operation> = fc.record({
  steps: fc.oneof(
    { weight: 3, arbitrary: fc.tuple(step) },
    fc.array(step, { minLength: 2, maxLength: 4 }),
  ),
  key: fc.nat(200),
  kind: fc.constantFrom('order' as const, 'gift' as const),
})

export const history = (operationsMax: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(operation, { minLength: Math.ceil(operationsMax / 2), maxLength: operationsMax })
    .chain((operations) =>
      // some operations repeat an earlier one
      fc
        .array(fc.option(fc.nat(operations.length - 1), { freq: 6 }), {
          minLength: operations.length,
          maxLength: operations.length,
        })
        .map((again) =>
          operations.map((one, index) => {
            const earlier = again[index]
            return earlier == null ? one : operations[Math.min(earlier, index)]!
          }),
        ),
    )

type Model = { balances: Map<string, number>; keys: Map<number, string>; transfers: number }

/** Predicts the outcome of an operation from the model alone. */
function predict(model: Model, { key, kind, steps }: Operation): string {
  const content = JSON.stringify([kind, steps])
  const known = model.keys.get(key)
  if (known !== undefined) return known === content ? 'done' : 'IDEMPOTENCY_KEY_REUSED'
  const after = new Map(model.balances)
  const change = (at: Account, currency: Currency, amount: number) => {
    if (!('person' in at)) return true
    const name = `${at.person} ${currency}`
    after.set(name, (after.get(name) ?? 0) + amount)
    return after.get(name)! >= 0
  }
  for (const { from, to, currency, amount } of steps) {
    if (!change(from, currency, -amount)) return 'BALANCE_TOO_LOW'
    change(to, currency, amount)
  }
  model.balances = after
  model.keys.set(key, content)
  model.transfers += steps.length
  return 'done'
}

let played = 0

/** Runs a history, and compares database and model after each operation. */
export async function play(sql: Sql, operations: Operation[]): Promise<void> {
  const people = await makeUsers(sql, PEOPLE)
  const prefix = `history-${process.pid}-${++played}`
  const model: Model = { balances: new Map(), keys: new Map(), transfers: 0 }
  const address = (at: Account): Address =>
    'person' in at ? walletOf(people[at.person]!) : `house:${at.house}`
  for (const one of operations) {
    const lines = one.steps.map(({ from, to, ...rest }) => ({
      from: address(from),
      to: address(to),
      ...rest,
    })) as [Line, ...Line[]]
    const expected = predict(model, one)
    const outcome = await move(sql, { key: `${prefix}:${one.key}`, kind: one.kind, lines }).then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    )
    assert.equal(outcome, expected)
    await compare(sql, { people, prefix, model })
  }
}

type Played = { people: string[]; prefix: string; model: Model }

async function compare(sql: Sql, { people, prefix, model }: Played): Promise<void> {
  const from = `${prefix}:`
  const to = `${prefix}:~`
  const rows = await sql<Compared[]>`
    select person - 1 as person, currency, balance_of(user_id, currency) as balance,
      (select coalesce(sum(amount), 0)::bigint from posting
        where posting.user_id = people.user_id and posting.currency = currencies.currency) as fold,
      (select coalesce(sum(case credit when account.id then amount else -amount end), 0)::bigint
        from account join transfer on account.id in (debit, credit)
        where key > ${from} and key < ${to}
          and account.user_id = people.user_id and account.currency = currencies.currency) as moved,
      (select count(*) from transfer where key > ${from} and key < ${to}) as transfers
    from unnest(${people}::uuid[]) with ordinality as people (user_id, person),
      (values ('INR'), ('USD')) as currencies (currency)`
  for (const { person, currency, balance, fold, moved, transfers } of rows) {
    const expected = model.balances.get(`${person} ${currency}`) ?? 0
    assert.deepEqual(
      [balance, fold, moved, transfers],
      [expected, expected, expected, model.transfers],
    )
  }
}

type Compared = {
  person: number
  currency: Currency
  balance: number
  fold: number
  moved: number
  transfers: number
}
