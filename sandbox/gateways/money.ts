/** Formats an amount for display. Assumes 100 minor units in every currency. */
export const toWords = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(amount / 100)

export const toRupees = (paise: number): number => paise / 100

/** Undefined if the value is not an amount. */
export function toPaise(rupees: unknown): number | undefined {
  const isNumber = typeof rupees === 'number'
  if (!isNumber && !(typeof rupees === 'string' && rupees.trim())) return undefined
  const paise = Math.round(Number(rupees) * 100)
  return Number.isSafeInteger(paise) && paise > 0 ? paise : undefined
}

export const isCurrency = (code: unknown): boolean =>
  typeof code === 'string' && /^[A-Z]{3}$/.test(code)
