const MEMORY_MS = 60 * 60 * 1000

export const unixSeconds = (now: () => number): string => String(Math.floor(now() / 1000))

/** Of a no in words alone: a wrong key or a game that is gone must not look like a wrong id. */
export const isAboutPlayer = (words: string): boolean =>
  /invalid|not found|not exist|incorrect|wrong/i.test(words) &&
  /user|player|account|character|zone|server/i.test(words) &&
  !/auth|signature|partner|timestamp|token|product|game.?code/i.test(words)

type Load<Value> = (key: string, signal: AbortSignal) => Promise<Value>

/** For what changes hardly ever, and is needed before each question. A failure is not remembered. */
export function remember<Value>(load: Load<Value>): Load<Value> {
  const known = new Map<string, { value: Value; until: number }>()
  return async (key, signal) => {
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.value
    const value = await load(key, signal)
    known.set(key, { value, until: Date.now() + MEMORY_MS })
    return value
  }
}
