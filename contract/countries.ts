import { lazily } from './lazily.ts'

const NAMES = lazily(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))
const AND = lazily(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }))
const OR = lazily(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }))

const NO_COUNTRY = ['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'] // letters with a name that nobody lives in

/** Whether two letters are a country of today: neither `UK` nor `SU`. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) &&
  !NO_COUNTRY.includes(code) &&
  NAMES().of(code) !== undefined &&
  Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`

export const nameCountry = (code: string): string =>
  (NAMES().of(code) ?? code).replace(/ \(.*\)$| SAR China$/, '')

/** As it is said within a sentence. */
function inASentence(code: string): string {
  const name = nameCountry(code)
  return /^United |Islands$|Republic$|^(Philippines|Netherlands|Maldives|Bahamas)$/.test(name)
    ? `the ${name}`
    : name
}

/** India and the Philippines. */
export const sayCountries = (codes: string[]): string => AND().format(codes.map(inASentence))

/** Indonesia, Malaysia or Singapore: one of them, and nobody knows which. */
export const sayOneOf = (codes: string[]): string => OR().format(codes.map(inASentence))
