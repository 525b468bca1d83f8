import { json } from '#sandbox/http.ts'

export const succeed = (data: unknown) => json({ code: 200, msg: 'OK', data })
export const fail = (code: number, infoCode: number, message: string) =>
  json({ code, msg: 'Error', error_info: { info_code: infoCode, info_message: message } }, code)

export const DOWN = fail(503, 50000, 'Service unavailable')

/** The text that is signed. */
export const toText = (fields: Record<string, unknown>): string =>
  Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${String(fields[name])}`)
    .join('&')
