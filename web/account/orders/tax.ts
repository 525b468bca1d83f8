/** The tax included in a price, in minor units. Half a unit rounds up. */
export function taxIn(amount: number, percent: number): number {
  const share = Math.round(percent * 100) // in hundredths of a percent, as whole numbers
  const whole = 100_00 + share
  return Math.floor((2 * amount * share + whole) / (2 * whole))
}
