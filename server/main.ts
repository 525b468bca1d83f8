import process from 'node:process'
import { loadConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { startShop } from '#server/shop.ts'

const config = await readConfig()
const log = createLog(config.logLevel)

try {
  const shop = await startShop(config, log)
  let isStopping = false
  const stop = async (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    await shop.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))
  // Started by a parent of ours: it waits for this word, and its end is our end.
  process.send?.({ ready: true })
  process.on('disconnect', () => void stop('disconnect'))
  log.info({ url: config.publicUrl }, 'Gemstall ready')
} catch (error) {
  refuse(error)
}

async function readConfig() {
  try {
    return loadConfig(process.env)
  } catch (error) {
    return refuse(error)
  }
}

/** What keeps the shop from starting is said in words; the details follow for who needs them. */
function refuse(error: unknown): never {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  process.stderr.write(`${message}\n${cause instanceof Error ? `(${cause.message})\n` : ''}`)
  process.exit(1)
}
