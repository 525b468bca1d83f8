import type { Visit } from '#server/context.ts'

/** Nobody is there: the shop itself calls what programs call. */
export const NO_VISIT: Visit = {
  address: 'bulk',
  ip: null,
  userAgent: 'bulk',
  idempotencyKey: null,
  gone: new AbortController().signal,
  raw: null,
  readCookie: () => undefined,
  writeHeader: () => {},
  writeCookie: () => {},
}
