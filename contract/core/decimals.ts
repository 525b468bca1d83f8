import type { z } from 'zod'

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/

/** Digits of a decimal text without zeros at either end, and the power of ten of the last digit. */
function toDigits(text: string) {
  const [, sign, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  if (whole === undefined || whole + fraction === '') return null
  const withZeros = (whole + fraction).replace(/^0+/, '')
  const digits = withZeros.replace(/0+$/, '')
  if (digits === '') return { sign: '', digits: '0', power: 0 }
  const power = Number(exponent) - fraction.length + withZeros.length - digits.length
  return { sign: sign === '-' ? '-' : '', digits, power }
}

/** Converts a number to units of 10^-decimals. Null if it has more decimals than that. */
export function toUnits(value: number, decimals: number): number | null {
  const text = toDigits(String(value))
  if (!text) return null
  const zeros = text.power + decimals
  return zeros < 0 ? null : Number(text.sign + text.digits + '0'.repeat(zeros))
}

/** True if a number keeps every digit of the text it was read from. 1.00000000000000000001 becomes 1. */
export function keepsDigits(text: string, value: number): boolean {
  const written = toDigits(text)
  return written !== null && written.digits === toDigits(String(value))?.digits
}

/** For `transform`: reads a typed number, with or without separators. Empty text is not a number. */
export function readNumber(typed: string, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): number {
  const text = typed.replaceAll(',', '').trim()
  const number = text === '' ? Number.NaN : Number(text)
  if (Number.isFinite(number) && !keepsDigits(text, number))
    addIssue('This number has too many digits')
  return number
}
