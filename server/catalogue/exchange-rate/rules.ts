import type { Rate } from '#contract/core/money.ts'

const E8 = 100_000_000

/** Converts a quote in rupees for a dollar into a rate, or says why it is not believed. */
export function judgeQuote(
  rupees: number,
  last: Rate,
  changeMaxPercent: number,
): { rate: Rate } | { problem: string } {
  const [fresh, known] = [Math.round(E8 / rupees), Math.round(last * E8)]
  const isNear = Math.abs(fresh - known) * 100 <= changeMaxPercent * known
  if (isNear && fresh > 0 && fresh < E8) return { rate: fresh / E8 }
  const percent = (((fresh - known) / known) * 100).toFixed(1)
  return {
    problem:
      `The rate source quotes ${rupees} rupees for a dollar, a change of ${percent} % at once. ` +
      `The last rate stays until the source quotes one near it, or an administrator sets another`,
  }
}
