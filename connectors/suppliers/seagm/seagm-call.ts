import { z } from 'zod'
import { unixSeconds } from '#connectors/suppliers/wire.ts'
import { requestJson, hmacSha256, Written } from '#connectors/request-json.ts'

/** The address and credentials that the adapter uses. */
export type SeagmAccount = Record<'url' | 'uid' | 'secretKey', string>

const DONE = [200, 201, 202]

const Reply = z.object({
  code: z.number(),
  msg: z.string().nullish(),
  data: z.unknown().optional(),
  error_info: z.object({ info_code: Written, info_message: z.string() }).nullish(),
})

type Fields = Record<string, string>
type Ask = { fields?: Fields; isOrder?: boolean; signal?: AbortSignal }
type Answer = { isDone: boolean; code: number; words: string; data: unknown }

export type SeagmCall = (path: string, ask?: Ask) => Promise<Answer>

/** Signs every parameter, no matter if it goes into the query or the body. */
export const createSeagmCall =
  ({ url, uid, secretKey }: SeagmAccount, now: () => number): SeagmCall =>
  async (path, { fields = {}, isOrder = false, signal } = {}) => {
    const asked = { ...fields, uid, timestamp: unixSeconds(now) }
    const signed = new URLSearchParams({ ...asked, signature: signFields(asked, secretKey) })
    const question = isOrder ? '' : `?${signed}`
    const { body } = await requestJson(`${url}/v1${path}${question}`, {
      ...(isOrder && { method: 'POST', body: signed }),
      ...(signal && { signal }),
    })
    const { code, msg, error_info: why, data } = Reply.parse(body)
    return {
      isDone: DONE.includes(code),
      code,
      words: why ? `${why.info_code}: ${why.info_message}` : (msg ?? ''),
      data,
    }
  }

export async function readSeagm(call: SeagmCall, path: string, ask?: Ask): Promise<unknown> {
  const { isDone, code, words, data } = await call(path, ask)
  if (!isDone) throw new Error(`SEAGM refused with ${code}, ${words}`)
  return data
}

const signFields = (fields: Fields, secretKey: string): string =>
  hmacSha256(secretKey, toText(fields))

export const toText = (fields: Fields): string =>
  sorted(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** Encodes like PHP's `http_build_query`, which also escapes the asterisk. */
export const toEncodedText = (fields: Fields): string =>
  new URLSearchParams(sorted(fields)).toString().replaceAll('*', '%2A')

const sorted = (fields: Fields): [string, string][] =>
  Object.keys(fields)
    .toSorted()
    .map((name) => [name, fields[name]!])
