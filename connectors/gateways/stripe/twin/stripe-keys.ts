import { json, type Answer, type Call } from '#sandbox/http.ts'

type Reply = (call: Call) => Answer | Promise<Answer>

const KEYS_MAX = 20_000

/** Stores the first answer to a key. Client errors (4xx) are not stored. */
export function createKeys() {
  const kept = new Map<string, { asked: string; answer: Answer | null }>()
  return (answer: Reply): Reply =>
    async (call) => {
      const key = call.headers['idempotency-key']
      if (typeof key !== 'string') return answer(call)
      const asked = `${call.url.pathname} ${await call.readText()}`
      const before = kept.get(key)
      if (before && before.asked !== asked) return OTHER_PARAMETERS
      if (before) return before.answer ?? BUSY
      if (kept.size >= KEYS_MAX) kept.delete(kept.keys().next().value!)
      kept.set(key, { asked, answer: null })
      const first = await answer(call)
      if (first.status >= 400 && first.status < 500) kept.delete(key)
      else kept.set(key, { asked, answer: first })
      return first
    }
}

const misused = (status: number, message: string) =>
  json({ error: { type: 'idempotency_error', message } }, status)

const OTHER_PARAMETERS = misused(400, 'A key can only be used with the same parameters')
const BUSY = misused(409, 'There is another request in progress with this key')
