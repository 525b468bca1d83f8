import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  conditionInWords,
  RiskConditions,
  ruleInWords,
  type RiskCondition,
} from '#contract/orders/risk-rules.ts'
import type { FactsRow } from './facts-sql.ts'
import { catches, judge, measuresOf } from './judge.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const ago = (hours: number) => new Date(AT.getTime() - hours * 60 * 60 * 1000)

const NOTHING = { orders: 0, spend: 0, accounts: 0 }

const facts = (given: Partial<FactsRow> = {}): FactsRow => ({
  id: 'order',
  amountInr: 100_00,
  at: AT,
  joinedAt: ago(1_000),
  fullName: 'Asha Rao',
  isFirst: false,
  countries: [],
  payerNames: [],
  provenAt: null,
  counts: null,
  bans: [],
  ...given,
})

const isCaught = (condition: RiskCondition, given: Partial<FactsRow> = {}) =>
  catches({ conditions: [condition] }, facts(given))

test('an account is new until the hours are over', () => {
  const rule = { is: 'new account', hours: 24 } as const
  assert.equal(isCaught(rule, { joinedAt: ago(23.99) }), true)
  assert.equal(isCaught(rule, { joinedAt: ago(24) }), false)
})

test('a first purchase and an amount are caught from the first rupee of the limit', () => {
  assert.equal(isCaught({ is: 'first purchase' }, { isFirst: true }), true)
  assert.equal(isCaught({ is: 'first purchase' }), false)
  const rule = { is: 'amount', rupees: 500 } as const
  assert.equal(isCaught(rule, { amountInr: 499_99 }), false)
  assert.equal(isCaught(rule, { amountInr: 500_00 }), true)
})

const given = (key: string) => ({ counts: { [key]: { orders: 2, spend: 300_00, accounts: 1 } } })

test('orders of a customer count with the order itself, payments of a payer without it', () => {
  for (const [by, orders, rupees] of [
    ['customer', 3, 400],
    ['player', 3, 400],
    ['device', 3, 400],
    ['address', 3, 400],
    ['payer', 2, 300],
  ] as const) {
    const counted = given(`${by} 24`)
    assert.equal(isCaught({ is: 'orders', by, hours: 24, count: orders }, counted), true, by)
    assert.equal(isCaught({ is: 'orders', by, hours: 24, count: orders + 1 }, counted), false, by)
    assert.equal(isCaught({ is: 'spend', by, hours: 24, rupees }, counted), true, by)
    assert.equal(isCaught({ is: 'spend', by, hours: 24, rupees: rupees + 1 }, counted), false, by)
  }
  const shared = given('payer 1')
  assert.equal(isCaught({ is: 'accounts', by: 'payer', hours: 1, count: 2 }, shared), true)
  assert.equal(isCaught({ is: 'accounts', by: 'payer', hours: 1, count: 3 }, shared), false)
})

test('a payer’s name is another only if it shares no word with the account’s', () => {
  const rule = { is: 'payer name' } as const
  for (const [name, isOther] of [
    ['ASHA R', false],
    ['Mr Rao', false],
    ['Ásha', false],
    ['Ravi Kumar', true],
    ['R', false], // an initial says nothing
    ['', false],
    ['आशा राव', true],
  ] as const)
    assert.equal(isCaught(rule, { payerNames: [name] }), isOther, name)
  assert.equal(isCaught(rule, { payerNames: ['Asha', 'Ravi'] }), true)
  assert.equal(isCaught(rule, { payerNames: ['आशा'], fullName: 'आशा राव' }), false)
  assert.equal(isCaught(rule), false)
})

test('a player of unknown country is neither inside nor outside of a list', () => {
  const inside = { is: 'country', isIn: true, countries: ['ID', 'PH'] } as const
  const outside = { ...inside, isIn: false } as const
  const check = (countries: string[]) =>
    [inside, outside].map((rule) =>
      isCaught({ ...rule, countries: [...rule.countries] }, { countries }),
    )
  assert.deepEqual(check(['PH']), [true, false])
  assert.deepEqual(check(['IN']), [false, true])
  assert.deepEqual(check(['IN', 'ID']), [true, false])
  assert.deepEqual(check([]), [false, false])
})

test('a rule catches only if all of its conditions hold, and a ban refuses', () => {
  const conditions: RiskCondition[] = [{ is: 'first purchase' }, { is: 'amount', rupees: 50 }]
  const rule = { name: 'Large first', outcome: 'hold', conditions } as const
  assert.deepEqual(judge([rule], facts()), [])
  assert.deepEqual(judge([rule], facts({ isFirst: true, bans: ['email'] })), [
    { name: 'Ban list', words: 'The customer’s email is on the ban list.', outcome: 'refuse' },
    {
      name: 'Large first',
      words:
        'Hold the order for review when it is the customer’s first purchase and the order costs ₹50 or more.',
      outcome: 'hold',
    },
  ])
})

test('each measure is counted once, whatever the number of rules that need it', () => {
  const one: RiskCondition = { is: 'orders', by: 'player', hours: 1, count: 3 }
  const other: RiskCondition = { is: 'spend', by: 'player', hours: 1, rupees: 3 }
  const rules = [
    { conditions: [one, { is: 'first purchase' } as const] },
    { conditions: [other, { ...one, hours: 24 } as const] },
  ]
  assert.deepEqual(measuresOf(rules), [
    { by: 'player', hours: 1 },
    { by: 'player', hours: 24 },
  ])
  assert.deepEqual(measuresOf([{ conditions: [{ is: 'first purchase' }] }]), [])
  assert.equal(isCaught(one, { counts: { 'player 1': NOTHING } }), false)
})

test('every condition explains itself in words', () => {
  const all: [RiskCondition, string][] = [
    [{ is: 'new account', hours: 1 }, 'the account is less than an hour old'],
    [{ is: 'new account', hours: 24 }, 'the account is less than 24 hours old'],
    [
      { is: 'orders', by: 'customer', hours: 1, count: 3 },
      'the customer has made 3 or more orders in an hour',
    ],
    [
      { is: 'spend', by: 'player', hours: 168, rupees: 5_000 },
      'the player has had orders worth ₹5,000 or more in 7 days',
    ],
    [
      { is: 'orders', by: 'payer', hours: 24, count: 4 },
      'the payer has made 4 or more payments in 24 hours',
    ],
    [
      { is: 'accounts', by: 'device', hours: 24, count: 3 },
      '3 or more accounts have used the device in 24 hours',
    ],
    [
      { is: 'country', isIn: false, countries: ['IN', 'NP'] },
      'the player is not from India or Nepal',
    ],
  ]
  for (const [condition, words] of all) assert.equal(conditionInWords(condition), words)
  const refused = { outcome: 'refuse', conditions: [{ is: 'first purchase' }] } as const
  assert.equal(
    ruleInWords({ ...refused, conditions: [...refused.conditions] }),
    'Refuse the order when it is the customer’s first purchase.',
  )
})

test('conditions out of range are refused in words', () => {
  for (const [conditions, words] of [
    [[], 'Add a condition'],
    [[{ is: 'amount', rupees: 0.5 }], 'Enter whole rupees from 1 to 1,000,000'],
    [[{ is: 'new account', hours: 0 }], 'Enter a whole number from 1 to 8760'],
    [[{ is: 'orders', by: 'customer', hours: 24, count: 1 }], 'from 2 to 1000'],
    [[{ is: 'country', isIn: true, countries: ['XX'] }], 'two-letter country codes'],
    [[{ is: 'country', isIn: true, countries: [] }], 'Choose a country'],
  ] as const) {
    const { error } = RiskConditions.safeParse(conditions)
    assert.match(error!.issues[0]!.message, new RegExp(words), words)
  }
  const hours = RiskConditions.safeParse([{ is: 'orders', by: 'payer', hours: 5, count: 2 }])
  assert.equal(hours.success, false)
  const own = RiskConditions.safeParse([{ is: 'accounts', by: 'customer', hours: 1, count: 2 }])
  assert.equal(own.success, false)
})
