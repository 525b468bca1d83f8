/** Does a task for each, so many of them at a time, begun in order. */
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
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}
