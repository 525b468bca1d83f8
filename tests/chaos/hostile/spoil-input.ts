import { pathParameters, type Endpoint } from '#contract/core/endpoint.ts'
import type { Fields } from '#tests/support/calls/valid-input.ts'
import type { Dice } from '#tests/chaos/dice.ts'
import { hostileText, hostileValue, STRANGE_NAMES } from './hostile-values.ts'

/** `ids` are of any kind, whatever the call expects. */
type Spoiling = { dice: Dice; ids: readonly string[] }

const LONG = 10_000 // texts already longer than this are not made longer

type Field = { holder: Fields; name: string }

/** Spoils one to four valid fields, as an attacker or a careless caller would. */
export function spoil(endpoint: Endpoint, good: Fields, spoiling: Spoiling): Fields {
  const { dice } = spoiling
  const fields = structuredClone(withoutSymbols(good))
  const inPath = pathParameters(endpoint.path)
  for (let times = 1 + dice.below(4); times > 0; times--) {
    const places = listFields(fields)
    if (places.length === 0 || dice.below(6) === 0) addStrange(fields, dice)
    else spoilOne(dice.pick(places), inPath, spoiling)
  }
  for (const name of inPath) if (isEmpty(fields[name])) fields[name] = '-'
  return fields
}

/** Files are sent in a different way. */
const withoutSymbols = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== 'symbol'))

/** An empty path parameter would lead to another endpoint. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Lists every field and the fields nested in it. */
function listFields(fields: Fields): Field[] {
  return Object.keys(fields).flatMap((name) => {
    const value = fields[name]
    const inside = typeof value === 'object' && value !== null ? listFields(value as Fields) : []
    return [{ holder: fields, name }, ...inside.slice(0, 20)]
  })
}

function spoilOne({ holder, name }: Field, inPath: string[], { dice, ids }: Spoiling): void {
  const value = holder[name]
  const inText = inPath.includes(name)
  const ways: (() => unknown)[] = [
    () => (inText ? hostileText(dice) : hostileValue(dice)),
    () => (inText ? hostileText(dice) : hostileValue(dice)),
    () => undefined,
    () => null,
    () => dice.pick(ids),
    () => [value],
    () => ({ [name]: value }),
    () => toText(value),
    () => Number(toText(value)),
    () => (typeof value === 'number' ? -value : `${toText(value)}${hostileText(dice)}`),
    () => (typeof value === 'string' ? value.slice(0, LONG).repeat(1 + dice.below(400)) : value),
    () => [value, value],
  ]
  set(holder, name, dice.pick(ways)())
}

/** A hostile value may have a toString of its own. */
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function addStrange(fields: Fields, dice: Dice): void {
  set(fields, dice.pick(STRANGE_NAMES), hostileValue(dice))
}

/** Defines the field as JSON.parse does, so that `__proto__` becomes an ordinary field. */
const set = (holder: Fields, name: string, value: unknown): void =>
  void Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
