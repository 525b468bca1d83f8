import type { Visit } from '#server/context.ts'

/** Stands in for a request when the shop itself calls the API handlers. */
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
