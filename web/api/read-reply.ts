import type { Reply } from '#contract/core/endpoint.ts'
import { SOMETHING_WRONG } from '#contract/core/errors/something-wrong.ts'

type Refused = Extract<Reply, { success: false }>

export const NO_ANSWER: Refused = {
  success: false,
  code: 'BUG',
  message: SOMETHING_WRONG,
  data: null,
}

/** Reads an answer as the API's envelope. Anything else, such as a proxy's page, becomes an unknown error. */
export function readReply(answer: unknown): Reply {
  if (typeof answer !== 'object' || answer === null) return NO_ANSWER
  const { success, message, code, data } = answer as Partial<Record<string, unknown>>
  if (success === true && data !== undefined) return answer as Reply
  if (success === false && isText(code) && isText(message)) return readErrors(answer as Refused)
  return NO_ANSWER
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function readErrors({ errors, ...refused }: Refused): Refused {
  const isList =
    Array.isArray(errors) && errors.every((one) => isText(one?.field) && isText(one?.message))
  return isList ? { ...refused, errors } : refused
}
