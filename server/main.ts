import process from 'node:process'
import { collectStartupGarbage } from './collect-startup-garbage.ts'
import { inWords } from '#connectors/in-words.ts'
import { createLog } from '#server/platform/log.ts'

/** Stops what has been started, before the process exits. Does nothing until the shop is up. */
let finish: (signal: string) => Promise<void> = async () => {}
let isStopping = false
// Handles signals from the first moment. As process 1 of a container, the process would otherwise ignore them.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void stop(signal))

try {
  // Imported here, so that a connector that can't be loaded ends the start with a sentence.
  const { loadConfig } = await import('#server/platform/config/config.ts')
  const { findPlain } = await import('#server/platform/plain-connections.ts')
  const { startNode } = await import('./node.ts')
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  for (const variable of config.isProduction ? findPlain(config) : [])
    log.warn({ variable }, 'this connection is not encrypted; see docs/security.md')
  const shop = await startNode(config, log)
  finish = (signal) => {
    log.info({ signal }, 'stopping')
    return shop.stop()
  }
  // A program of ours may have started this process. It waits for this message, and its end stops this process.
  process.send?.({ ready: true })
  process.on('disconnect', () => void stop('disconnect'))
  log.info({ url: config.publicUrl }, 'Gemstall ready')
  collectStartupGarbage()
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
