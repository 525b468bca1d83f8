/**
 * Ends the calls that an adapter doesn't end itself. Their outcome is then unknown, as after any lost answer. The
 * adapters of this repository give up much sooner.
 */
export function withTimeLimit<Adapter extends object>(adapter: Adapter, limitMs: number): Adapter {
  return new Proxy(adapter, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (typeof found === 'object' && found !== null) return withTimeLimit(found, limitMs)
      if (typeof found !== 'function') return found
      return (...input: unknown[]) => {
        const answer: unknown = Reflect.apply(found, target, input)
        return answer instanceof Promise
          ? limit(answer, `${String(name)} took too long`, limitMs)
          : answer
      }
    },
  })
}

async function limit<T>(answer: Promise<T>, words: string, limitMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(words)), limitMs)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
