import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { API_BASE } from '#contract/core/endpoint.ts'
import { REFUSALS } from '#contract/core/errors/errors.ts'
import { adviseOn } from '#contract/resellers/reseller-errors.ts'
import { API_HEADERS } from '#server/platform/http/headers.ts'
import { refusedCalls } from '#server/platform/http/metrics.ts'

/** Load shedding: refuses calls while there are more than this process can answer in time. */
export type LoadShedder = {
  /** Under overload, refuses a call before any work on it and returns true. Pages and cached answers never get here. */
  refuse(request: IncomingMessage, response: ServerResponse): boolean
  /** Counts the call as running until its promise settles. */
  during<T>(call: Promise<T>): Promise<T>
}

const LOOK_MS = 100
const LAG_MS_MAX = 200 // a process that keeps up lags by only a few
const LAGGING_CALLS_MAX = 200 // running at once in a process that lags
const RETRY_SECONDS = 2

/**
 * Allows many running calls, because those that wait for something outside cost nothing. Allows few while the process
 * lags, because it answers all of them late.
 */
export function createLoadShedder(callsMax: number): LoadShedder {
  let underWay = 0
  let lagMs = 0
  let lookedAt = performance.now()
  const look = () => {
    const now = performance.now()
    lagMs = now - lookedAt - LOOK_MS
    lookedAt = now
  }
  setInterval(look, LOOK_MS).unref()

  const isTooMuch = () =>
    underWay >= callsMax || (lagMs > LAG_MS_MAX && underWay >= LAGGING_CALLS_MAX)

  return {
    refuse(request, response) {
      if (!isTooMuch() || !request.url?.startsWith(`${API_BASE}/`)) return false
      turnAway(response)
      return true
    },
    async during(call) {
      underWay++
      try {
        return await call
      } finally {
        underWay--
      }
    },
  }
}

const [STATUS, MESSAGE] = REFUSALS.BUSY

function turnAway(response: ServerResponse): void {
  refusedCalls.inc()
  const requestId = randomUUID()
  const refusal = { success: false, code: 'BUSY', message: MESSAGE, data: null, requestId }
  const body = Buffer.from(JSON.stringify({ ...refusal, ...adviseOn('BUSY') }))
  response.writeHead(STATUS, {
    ...API_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    'retry-after': String(RETRY_SECONDS),
    'x-request-id': requestId,
  })
  response.end(body)
}
