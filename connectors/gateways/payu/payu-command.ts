import { z } from 'zod'
import { requestJson, patience, Written } from '#connectors/request-json.ts'
import { commandHashOf, type Account } from './payu-hash.ts'

const Reply = z.looseObject({
  status: Written.nullish(),
  msg: z.string().nullish(),
  error_code: Written.nullish(),
  transaction_details: z.record(z.string(), z.unknown()).nullish().catch(null),
})

type Answered = {
  reply: Record<string, unknown>
  isGood: boolean
  code: string
  words: string
  details: Record<string, unknown> | null // keyed by the ids in the request
  fault: Error // thrown for an unexpected answer
}
export type Command = (
  name: string,
  variables: { var1: string } & Record<`var${number}`, string>,
  signal?: AbortSignal,
) => Promise<Answered>

/** PayU answers almost everything with status 200, refusals included. */
export function createCommand(apiUrl: string, account: Account): Command {
  return async (name, variables, signal = patience()) => {
    const { status, body } = await requestJson(`${apiUrl}/merchant/postservice.php?form=2`, {
      method: 'POST',
      body: new URLSearchParams({
        key: account.merchantKey,
        command: name,
        ...variables,
        hash: commandHashOf(name, variables.var1, account),
      }),
      signal,
    })
    const reply = Reply.safeParse(body).data
    if (status !== 200 || !reply) throw new Error(`PayU answered ${status}`)
    const words = reply.msg ?? ''
    return {
      reply,
      isGood: reply.status === '1',
      code: reply.error_code ?? '',
      words,
      details: reply.transaction_details ?? null,
      fault: new Error(`PayU answered: ${words.slice(0, 200)}`),
    }
  }
}
