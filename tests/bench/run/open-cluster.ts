import { chmodSync, mkdirSync } from 'node:fs'
import { totalmem } from 'node:os'
import { pino } from 'pino'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'

const FILLING = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  `shared_buffers=${Math.min(2_048, Math.floor(totalmem() / 2 ** 24))}MB`,
]

type ClusterOptions = { folder: string; isFilling?: boolean }

/** Starts the embedded PostgreSQL with the shop's settings, or with faster ones for filling that no crash survives. */
export async function openCluster(
  stack: AsyncDisposableStack,
  { folder, isFilling = false }: ClusterOptions,
) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const settings = isFilling ? { settings: FILLING } : {}
  const { url, stop } = await startEmbedded({
    dataDir: folder,
    log: pino({ level: 'error' }),
    ...settings,
  })
  const close = once(stop)
  stack.defer(close)
  return { url, close }
}

function once(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | undefined
  return () => (stopped ??= stop())
}
