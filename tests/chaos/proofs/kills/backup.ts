import { backUpUnderLoad, MANY } from '#tests/chaos/backup/back-up-under-load.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'
import { startShopProcess } from '#tests/support/shop/process.ts'

export const backup: Proof = {
  says: 'Backups are taken while people buy at two nodes, and backups and restores are killed in between. Each restored shop equals, row by row, the database at the moment of its backup.',
  count: 20,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    let environment: Record<string, string> = {}
    const reach = async (env: Record<string, string>) => (environment = { ...env, ...MANY })
    const nodes = await startNodes(stack, { count: 2, reach, isDurable: true })
    const openNode = async (env: NodeJS.ProcessEnv) => {
      const own = new AsyncDisposableStack()
      const { url } = await startShopProcess(own, { env: { ...environment, ...env } })
      return { url, stop: () => own.disposeAsync() }
    }
    const report = await backUpUnderLoad(
      { ...nodes, dataDir: environment['DATA_DIR']!, openNode },
      { backups: count, seed },
    )
    const { killed, seconds } = report
    return [
      toSection(
        'backups of a running shop, each restored beside it',
        [
          ['backups restored', report.backups],
          [
            'killed with SIGKILL before: backups, restores',
            `${killed.backups}, ${killed.restores}`,
          ],
          ['orders acknowledged in the meantime', report.orders],
          ['rows compared with the moment of their backup', report.rows],
          ['images', report.images],
          ['duration of a backup, median / worst', describeSeconds(seconds.backup)],
          ['duration of a restore, median / worst', describeSeconds(seconds.restore)],
        ],
        { 'rows, tables, ledgers, images or orders that differ': report.wrong },
      ),
    ]
  },
}

function describeSeconds(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `${median.toFixed(1)} / ${(sorted.at(-1) ?? 0).toFixed(1)} s`
}
