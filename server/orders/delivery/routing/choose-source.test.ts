import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseSource, findBest, type Candidate } from './choose-source.ts'

const make = (name: string, known: Partial<Candidate> = {}): Candidate => ({
  name,
  canBeAsked: true,
  isTried: false,
  downSince: null,
  isGone: false,
  isShort: false,
  cost: null,
  share: null,
  seconds: null,
  ...known,
})

const [A, B, C] = ['UniPin', 'MooGold', 'SEAGM']
const chooseFirst = (...candidates: Candidate[]) => chooseSource(candidates, 'in order')
const tellBest = (...candidates: Candidate[]) => chooseSource(candidates, 'best')!.words
const TEN_PAST_THREE = new Date('2026-01-01T04:33:00Z') // 10:03 in the shop

test('routing in order picks the first usable supplier, and says why the others were skipped', () => {
  const down = make(A!, { downSince: TEN_PAST_THREE })
  assert.equal(chooseFirst(make(A!))!.words, 'UniPin: the only source')
  assert.equal(chooseFirst(make(A!), make(B!), make(C!))!.words, 'UniPin: the first of 3')
  for (const [against, why] of [
    [{ downSince: TEN_PAST_THREE }, 'down since 10:03'],
    [{ isGone: true }, 'not available there'],
    [{ isShort: true }, 'balance too low there'],
    [{ isTried: true }, 'already tried'],
    [{ canBeAsked: false }, 'no account or no product there'],
  ] as [Partial<Candidate>, string][]) {
    const choice = chooseFirst(make(A!, against), make(B!))!
    assert.deepEqual(
      [choice.candidate.name, choice.isGood, choice.words],
      [B, true, `MooGold: the next of 2. UniPin skipped: ${why}`],
    )
  }
  assert.deepEqual(chooseFirst(down, make(B!, { isTried: true }), make(C!, { isGone: true })), {
    candidate: down,
    isGood: false,
    words:
      'UniPin: asked anyway, because every source has a problem. Problem: down since 10:03. ' +
      'MooGold skipped: already tried. SEAGM skipped: not available there',
  })
})

test('a supplier already tried, or one without an account, is never chosen', () => {
  for (const routing of ['in order', 'best'] as const)
    assert.equal(
      chooseSource([make(A!, { isTried: true }), make(B!, { canBeAsked: false })], routing),
      null,
    )
})

test('the best supplier is the cheapest, unless its failures or delays cost more than it saves', () => {
  for (const [one, other, best] of [
    [{ cost: 71_20 }, { cost: 71_21 }, A],
    [{ cost: 71_21 }, { cost: 71_20 }, B],
    [{ cost: 100_00, share: 0.9 }, { cost: 105_00, share: 1 }, B],
    [{ cost: 100_00, share: 0.97 }, { cost: 105_00, share: 1 }, A],
    [{ cost: 100_00, seconds: 300 }, { cost: 104_00, seconds: 3 }, B],
    [{ cost: 100_00, seconds: 86_400 }, { cost: 111_00, seconds: 3 }, A], // time adds a tenth at most
    [{ cost: 100_00, seconds: 3 }, { cost: 100_00, seconds: 2 }, B],
    [{ cost: null }, { cost: 900_00, share: 0.5 }, B],
    [{ cost: null, share: 0.9 }, { cost: null, share: 1 }, B],
    [{}, {}, A],
  ] as [Partial<Candidate>, Partial<Candidate>, string][])
    assert.equal(
      findBest([make(A!, one), make(B!, other)])!.name,
      best,
      JSON.stringify([one, other]),
    )
})

test('the choice of the best supplier is explained in figures', () => {
  const cheap = { cost: 71_20, share: 0.994, seconds: 3.2 }
  assert.equal(
    tellBest(
      make(B!, { downSince: TEN_PAST_THREE, cost: 10_00 }),
      make(A!, cheap),
      make(C!, { cost: 80_00 }),
    ),
    'UniPin: the cheapest of 2 at 71.20 rupees, 99 % delivered, 3 s. MooGold skipped: down since 10:03',
  )
  assert.equal(
    tellBest(make(A!, { cost: 71_20, share: 0.5 }), make(B!, { cost: 72_00 })),
    'MooGold: the best of 2 at 72.00 rupees',
  )
  assert.equal(
    tellBest(make(A!), make(B!, { isGone: true })),
    'UniPin: the only one available at an unknown cost. MooGold skipped: not available there',
  )
})
