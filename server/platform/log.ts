import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#server/platform/config/config.ts'

/** One JSON line an event. */
export const createLog = (level: Config['logLevel'], to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      // Here PostgreSQL quotes the row that it refused, with all that is secret in it.
      redact: { paths: ['err.detail', 'err.where'], remove: true },
    },
    to,
  )
