import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { keepsDigits } from '#contract/core/decimals.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Accepts only JSON bodies. Browsers let other sites post forms and plain text without a preflight request. */
export function readOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    refuseCharset(request.headers['content-type'])
    if (body.length === 0) return done(null)
    if (!isUtf8(body as Buffer)) throw new Refusal('BAD_INPUT', { message: NOT_UTF8 })
    const text = body.toString()
    return parse(request, text, (error, value) => {
      if (!error) refuseLostDigits(text)
      done(error, value)
    })
  })
}

const NOT_UTF8 = 'Send the request in UTF-8'

/** Refuses a charset other than UTF-8, because its text would be decoded wrongly. */
export function refuseCharset(contentType = ''): void {
  for (const [, charset] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi))
    if (!/^utf-?8$/i.test(charset!)) throw new Refusal('WRONG_CONTENT_TYPE', { message: NOT_UTF8 })
}

/** Matches long numbers and exponents. Only these can lose digits, so other bodies are not parsed twice. */
const MAY_LOSE_DIGITS = /[\d.]{16}|\d[eE]/

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown

/** Refuses a number with more digits than JavaScript can represent, such as 1.00000000000000000001. */
function refuseLostDigits(text: string): void {
  if (!MAY_LOSE_DIGITS.test(text)) return
  JSON.parse(text, check as Parameters<typeof JSON.parse>[1])
}

const check: Reviver = (name, value, { source }) => {
  if (typeof value === 'number' && !keepsDigits(source!, value))
    throw new Refusal('BAD_INPUT', {
      ...(name ? { field: name.slice(0, 100) } : {}),
      message: 'This number has too many digits',
    })
  return value
}
