import { lazily } from './lazily.ts'

const NAMES = lazily(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))
const AND = lazily(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }))
const OR = lazily(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }))

const NO_COUNTRY = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'] // codes that have a name but are no country

/** True for the code of a country that exists today, so not for `UK` or `SU`. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRY.includes(code) &&
  NAMES().of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')

/** Codes of all countries, in the order of their names. */
export const listCountries = lazily(() =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter(isCountry)
    .toSorted((one, other) => nameCountry(one).localeCompare(nameCountry(other), 'en')),
)

export const nameCountry = (code: string): string =>
  (NAMES().of(code) ?? code).replace(/ \(.*\)$| SAR China$/, '')

/** The country's name, as it is written within a sentence. */
function inASentence(code: string): string {
  const name = nameCountry(code)
  return /^United |Islands$|Republic$|^(Philippines|Netherlands|Maldives|Bahamas)$/.test(name)
    ? `the ${name}`
    : name
}

/** Joins countries with "and": India and the Philippines. */
export const sayCountries = (codes: string[]): string => AND().format(codes.map(inASentence))

/** Joins countries with "or", where one of them is meant: Indonesia, Malaysia or Singapore. */
export const sayOneOf = (codes: string[]): string => OR().format(codes.map(inASentence))
