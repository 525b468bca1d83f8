const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const FORM = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/

/**
 * True if a text has the form of a GSTIN of an ordinary taxpayer. Other kinds of registration have other forms, and so
 * have the tax numbers of other countries.
 */
export const looksLikeGstin = (text: string): boolean => FORM.test(text)

/** Finds typing errors by the last character of a GSTIN. A right one does not prove a registration. */
export const hasRightCheckCharacter = (gstin: string): boolean =>
  gstin.at(-1) === checkCharacter(gstin.slice(0, -1))

/** The State that issued a GSTIN. */
export const stateOf = (gstin: string): string => gstin.slice(0, 2)

/** Every second value counts twice. Products of two digits in base 36 count as the sum of their digits. */
function checkCharacter(rest: string): string {
  const products = Array.from(rest, (letter, index) => DIGITS.indexOf(letter) * (1 + (index % 2)))
  const sum = products.reduce((all, product) => all + Math.floor(product / 36) + (product % 36), 0)
  return DIGITS[(36 - (sum % 36)) % 36]!
}
