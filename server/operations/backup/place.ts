import process from 'node:process'
import type { Logger } from 'pino'
import { lockDataDir } from '#server/platform/db/lock.ts'
import {
  openDatabase,
  startAlone,
  type OpenDatabase,
  type Source,
} from '#server/platform/db/open.ts'

/** Where a shop keeps what it has, and with which secrets, as its environment says. */
export type Place = {
  url: string
  dataDir: string
  isBucket: boolean // which keeps the images
  secrets: string[] | null // null: those that were made for the folder
}

type Opened = { place: Place; database: OpenDatabase }

/** Of a shop that is there, running or not. */
export const openPlace = (log: Logger): Promise<Opened> => open(log, openDatabase)

/** For a shop that is not there yet. */
export const makePlace = (log: Logger): Promise<Opened> =>
  open(log, async ({ databaseUrl, dataDir }) =>
    databaseUrl
      ? { url: databaseUrl, isOurs: false, close: async () => {} }
      : startAlone(lockDataDir(dataDir), dataDir, log),
  )

async function open(
  log: Logger,
  openThat: (source: Source) => Promise<OpenDatabase>,
): Promise<Opened> {
  const dataDir = read('DATA_DIR') ?? 'data'
  const database = await openThat({ databaseUrl: read('DATABASE_URL'), dataDir, log })
  const secrets = read('SECRET')?.split(',') ?? null
  const place = { url: database.url, dataDir, isBucket: read('S3_BUCKET') !== undefined }
  return {
    place: { ...place, secrets: secrets?.map((secret) => secret.trim()) ?? null },
    database,
  }
}

const read = (name: string): string | undefined => process.env[name]?.trim() || undefined
