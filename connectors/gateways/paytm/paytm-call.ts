import { z } from 'zod'
import { requestJson, patience, Written } from '#connectors/request-json.ts'
import { checksumOf } from './paytm-checksum.ts'

const Reply = z.object({
  body: z.looseObject({
    resultInfo: z.object({
      resultStatus: z.string(),
      resultCode: Written.nullish(),
      resultMsg: z.string().nullish(),
    }),
  }),
})

/** Codes of Paytm's own errors. They come with the status of a failure, but say nothing about the payment or refund. */
const SYSTEM_ERRORS = new Set(['501', '00000900'])

type Answered = {
  body: Record<string, unknown>
  status: string
  code: string
  words: string
  fault: Error // thrown for an unexpected answer
}
type More = { signal?: AbortSignal; head?: object }
export type Call = (path: string, body: object, more?: More) => Promise<Answered>

/** Signs the exact bytes of the body, which is nested inside the request. */
export function createCall(url: string, merchantKey: string): Call {
  return async (path, body, { signal = patience(), head: more = {} } = {}) => {
    const text = JSON.stringify(body)
    const head = JSON.stringify({ ...more, signature: checksumOf(text, merchantKey) })
    const answered = await requestJson(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"head":${head},"body":${text}}`,
      signal,
    })
    const reply = Reply.safeParse(answered.body).data
    if (answered.status !== 200 || !reply) throw new Error(`Paytm answered ${answered.status}`)
    const { resultStatus, resultCode, resultMsg } = reply.body.resultInfo
    const [code, words] = [resultCode ?? '', resultMsg ?? '']
    const fault = new Error(`Paytm answered ${resultStatus} ${code}: ${words.slice(0, 200)}`)
    if (SYSTEM_ERRORS.has(code)) throw fault
    return { body: reply.body, status: resultStatus, code, words, fault }
  }
}
