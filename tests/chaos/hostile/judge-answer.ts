import { REFUSALS } from '#contract/core/errors/errors.ts'
import { HANDLER, SCRIPT } from './hostile-values.ts'

export type Judged = {
  status: number
  header(name: string): string | null | undefined
  text: string
  ms: number
}

/** Longer than any time limit of the shop. */
const ANSWER_MS_MAX = 11_000

/** Texts found only inside the shop: file paths, database errors and stack traces. */
const INSIDE =
  /\n\s+at |node:internal|node_modules|file:\/\/\/(?!etc)|\/server\/|\.ts:\d|violates |duplicate key|syntax error|invalid input syntax|relation "|column "|DatabaseError|ZodError|TypeError|SyntaxError|RangeError/

/** Checks an answer to any request whatsoever. Returns what is wrong with it, or null. */
export function judgeAnswer(answer: Judged): string | null {
  const { status, header, text, ms } = answer
  if (ms > ANSWER_MS_MAX) return `answered after ${Math.round(ms)} ms`
  if (header('x-injected')) return 'has an injected header'
  const location = header('location')
  if (
    status >= 300 &&
    status < 400 &&
    location &&
    !/^(\/(?!\/|\\)|https:\/\/shop\.)/.test(location)
  )
    return `leads to ${location}`
  const type = header('content-type') ?? ''
  if (type.startsWith('text/html')) return judgePage(answer)
  // The router's own requests return serialised data, which is neither a page nor a script that runs.
  if (type.startsWith('text/x-script')) return status < 500 ? null : `${status} for the browser`
  if (status < 400) return type.startsWith('application/json') ? judgeSuccess(text) : null
  if (type.startsWith('text/plain')) return judgeWords(answer)
  return judgeRefusal(answer)
}

function judgePage({ status, header, text }: Judged): string | null {
  const isClosed = status === 503 && header('retry-after')
  if (status >= 500 && !isClosed) return `a page answered ${status}`
  if (INSIDE.test(text)) return 'a page reveals internals'
  return text.includes(SCRIPT) || text.includes(HANDLER) ? 'a page has the script in it' : null
}

function judgeWords({ status, text }: Judged): string | null {
  if (status >= 500) return `words with ${status}`
  return text && text.length < 200 && !INSIDE.test(text) ? null : `words: ${text.slice(0, 200)}`
}

function judgeSuccess(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch {
    return `a success that is not JSON: ${text.slice(0, 100)}`
  }
}

type Envelope = { success?: unknown; code?: string; message?: unknown; data?: unknown }

function judgeRefusal({ status, header, text }: Judged): string | null {
  const answer = `${status} ${text.slice(0, 300)}`
  let envelope: Envelope
  try {
    envelope = JSON.parse(text) as Envelope
  } catch {
    return `no envelope: ${answer}`
  }
  const { success, code = '', message, data } = envelope
  const known = Object.hasOwn(REFUSALS, code) ? REFUSALS[code as keyof typeof REFUSALS] : null
  if (success !== false || data !== null || typeof message !== 'string' || !message || !known)
    return `no refusal: ${answer}`
  if (known[0] !== status && !(code === 'BAD_INPUT' && status < 500))
    return `unexpected status: ${answer}`
  if (status >= 500 && status !== 503) return `failed: ${answer}`
  if ((status === 503 || status === 429) && !header('retry-after'))
    return `no Retry-After: ${answer}`
  return INSIDE.test(text) ? `reveals internals: ${answer}` : null
}
