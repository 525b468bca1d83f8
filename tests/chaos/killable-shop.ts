import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { outsideWorld } from '#sandbox/credentials.ts'
import { startSandbox } from '#sandbox/sandbox.ts'
import { connect } from '#server/platform/db/db.ts'
import { embeddedUrl } from '#server/platform/db/embedded/embedded.ts'
import { reservePort } from '#tests/support/shop/ports.ts'
import { findCluster } from '#server/platform/db/embedded/embedded-paths.ts'
import { readSecrets } from '#server/platform/config/secrets.ts'
import { startShopProcess } from '#tests/support/shop/process.ts'

export type KillableShop = Awaited<ReturnType<typeof startKillableShop>>

/** A shop with an embedded database. Both can be killed. */
export async function startKillableShop(stack: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gemstall-chaos-'))
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(dataDir, { recursive: true })
  const cluster = findCluster(dataDir)
  stack.defer(() => rmSync(cluster, { recursive: true, force: true }))
  const port = await reservePort()
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, shopUrl: url })
  stack.defer(() => sandbox.stop())
  const env = {
    ...outsideWorld({ sandboxUrl: sandbox.url, smtpPort: Number(new URL(sandbox.smtpUrl).port) }),
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    LIMIT_SIGN_INS_PER_MINUTE: '1000000',
    ADJUSTMENT_ALONE_MAX_RUPEES: '10000000', // one administrator gives everything
  }
  let shop = await startShopProcess(stack, { env })
  const postmaster = () => readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  return {
    url,
    sandboxUrl: sandbox.url,
    async killShop() {
      shop.child.kill('SIGKILL')
      await shop.ended
      shop = await startShopProcess(stack, { env })
    },
    killDatabase: () => process.kill(Number(postmaster()[0]), 'SIGKILL'),
    connect: () =>
      connect(embeddedUrl(readSecrets(dataDir).databasePassword, Number(postmaster()[3]))),
  }
}
