import process from 'node:process'
import type { Logger } from 'pino'
import { lockDataDir } from '#server/platform/db/lock.ts'
import {
  openDatabase,
  startAlone,
  type OpenDatabase,
  type Source,
} from '#server/platform/db/open.ts'

/** A shop's database, folder and secrets, as its environment sets them. */
export type Installation = {
  url: string
  dataDir: string
  isBucket: boolean // true if the images are in a bucket
  secrets: string[] | null // null: the secrets generated in the folder
}

type Opened = { installation: Installation; database: OpenDatabase }

/** Opens an existing shop, running or not. */
export const openInstallation = (log: Logger): Promise<Opened> => open(log, openDatabase)

/** Opens the place for a new shop. */
export const makeInstallation = (log: Logger): Promise<Opened> =>
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
  const installation = { url: database.url, dataDir, isBucket: read('S3_BUCKET') !== undefined }
  return {
    installation: { ...installation, secrets: secrets?.map((secret) => secret.trim()) ?? null },
    database,
  }
}

const read = (name: string): string | undefined => process.env[name]?.trim() || undefined
