import process from 'node:process'
import { loadConfig } from '#server/platform/config/config.ts'
import { forgetStart } from './forget-start.ts'
import { inWords } from '#server/platform/in-words.ts'
import { createLog } from '#server/platform/log.ts'
import { findPlain } from '#server/platform/plain-connections.ts'
import { startShop } from './shop.ts'

/** What is to be done before the process may end: nothing until the shop has started. */
let finish: (signal: string) => Promise<void> = async () => {}
let isStopping = false
// Heard from the first moment: as process 1 of a container nothing else would end it.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))

try {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  for (const variable of config.isProduction ? findPlain(config) : [])
    log.warn({ variable }, 'this connection is not encrypted; see docs/security.md')
  const shop = await startShop(config, log)
  finish = (signal) => {
    log.info({ signal }, 'stopping')
    return shop.stop()
  }
  // Started by a parent of ours: it waits for this word, and its end is our end.
  process.send?.({ ready: true })
  process.on('disconnect', () => void stop('disconnect'))
  log.info({ url: config.publicUrl }, 'Gemstall ready')
  forgetStart()
} catch (error) {
  refuse(error)
}

async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  try {
    await finish(signal)
    process.exit(0)
  } catch (error) {
    refuse(error)
  }
}

function refuse(error: unknown): never {
  process.stderr.write(`${inWords(error)}\n`)
  process.exit(1)
}
