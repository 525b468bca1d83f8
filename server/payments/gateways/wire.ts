const OURS = /^[PR][A-Z0-9]{20,24}$/

/** Those that may be references of ours, each once: a gateway also writes of what is not the shop's. */
export const referencesIn = (values: unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string' && OURS.test(value)) as string[]),
]

/** What is not JSON has nothing to say. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Two decimals, always. */
export const toRupees = (paise: number): string =>
  `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

/** Digit by digit: a float would lose a paisa here and there. */
export function toPaise(rupees: string): number {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(rupees) ?? []
  if (whole === undefined) throw new Error(`${rupees} is no amount in rupees`)
  return Number(`${whole}${decimals.padEnd(2, '0')}`)
}
