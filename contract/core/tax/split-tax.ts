/** Hundredths of a percent: 18 % is 1800. Whole numbers keep every split exact. */
const toHundredths = (percent: number): number => Math.round(percent * 100)

/** Splits a price that includes tax into its base and its tax, in minor units. The base rounds half up. */
export function splitTax(price: number, percent: number): { base: number; tax: number } {
  const whole = 10_000 + toHundredths(percent)
  const base = Number((2n * BigInt(price) * 10_000n + BigInt(whole)) / BigInt(2 * whole))
  return { base, tax: price - base }
}

/** Splits a price that includes a tax of two equal halves. Each half rounds half up, and the base is what they leave. */
export function splitInHalves(price: number, percent: number): { base: number; half: number } {
  const divisor = BigInt(4 * (10_000 + toHundredths(percent)))
  const half = Number((2n * BigInt(price) * BigInt(toHundredths(percent)) + divisor / 2n) / divisor)
  return { base: price - 2 * half, half }
}

/** The two halves of a tax within one State. An odd paisa goes to the State's half. */
export const halve = (tax: number): [central: number, state: number] => {
  const central = Math.floor(tax / 2)
  return [central, tax - central]
}
