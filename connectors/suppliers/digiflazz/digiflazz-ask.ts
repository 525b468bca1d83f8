import { z } from 'zod'
import { requestJson, md5, patience } from '#connectors/request-json.ts'

/** The address and credentials that the adapter uses. */
export type DigiflazzAccount = Record<'url' | 'username' | 'apiKey' | 'webhookSecret', string>

const Reply = z.object({ data: z.unknown().optional() })

type Question = { path: string; word: string; fields: object; signal?: AbortSignal }
export type DigiflazzAsk = (question: Question) => Promise<unknown>

/** Each call signs its own word together with the account. */
export const createDigiflazzAsk =
  ({ url, username, apiKey }: DigiflazzAccount): DigiflazzAsk =>
  async ({ path, word, fields, signal = patience() }) => {
    const sign = md5(`${username}${apiKey}${word}`)
    const { body } = await requestJson(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...fields, username, sign }),
      signal,
    })
    return Reply.parse(body).data
  }
