import { inspect } from 'node:util'

/** Writes down everything that an adapter answers and throws, so that a proof can look for secrets in it. */
export function watch<Adapter extends object>(adapter: Adapter, said: string[]): Adapter {
  const note = (value: unknown) => said.push(inspect(value, { depth: 12 }))
  return new Proxy(adapter, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name)
      if (typeof found !== 'function') return found
      return (...input: unknown[]) => {
        try {
          const answer: unknown = Reflect.apply(found, target, input)
          if (answer instanceof Promise) answer.then(note, note)
          else note(answer)
          return answer
        } catch (error) {
          note(error)
          throw error
        }
      }
    },
  })
}
