/** Median and upper bound in milliseconds. `share` is the part of all times within that bound. */
export function describeTimes(times: number[], share = 1): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${Math.round(median)} / ${Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)} ms`
}
