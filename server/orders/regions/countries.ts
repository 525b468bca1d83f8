import { isCountry } from '#contract/core/countries.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
const LANGUAGES = ['id', 'en'] // languages of the sources

const fold = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, ' ')
    .replaceAll(/\bthe\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const CODES = new Map(
  LETTERS.flatMap((one) => LETTERS.map((other) => one + other))
    .filter(isCountry)
    .flatMap((code) =>
      [code, ...LANGUAGES.map((language) => nameIn(language, code))].map((name) => [
        fold(name),
        code,
      ]),
    ),
)

function nameIn(language: string, code: string): string {
  const name = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  return name.replace(/ \(.*\)$| SAR China$/, '')
}

/** Two-letter codes of the countries that a source's words may mean. Empty if the words are not understood. */
export function findCountries(words: string): string[] {
  const codes = words.split(/,| or |\//).map((name) => CODES.get(fold(name)))
  return codes.every((code) => code !== undefined) ? codes : []
}
