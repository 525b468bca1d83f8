/**
 * Runs a task for each item, at most `atOnce` at a time, started in order. A failure is thrown once no task is running.
 */
export async function inTurns<T, R>(
  atOnce: number,
  list: readonly T[],
  task: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const rest = list.entries()
  const work = async () => {
    for (const [index, one] of rest) results[index] = await task(one)
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return results
}
