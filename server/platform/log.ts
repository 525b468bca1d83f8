import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Config } from '#server/platform/config/config.ts'

/** Writes one JSON line per event. */
export const createLog = (level: Config['logLevel'], to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      // In these fields PostgreSQL quotes the row that it refused, including its secrets.
      redact: { paths: ['err.detail', 'err.where'], remove: true },
    },
    to,
  )
