import { killUnderExport } from '#tests/chaos/kills/kill-under-export.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

const ORDERS_A_KILL = 15_000

export const exports: Proof = {
  says: 'The shop is killed while it writes a long export. In the end the file has each order once, in the order of the list.',
  count: 10,
  async prove({ count, seed }) {
    const orders = ORDERS_A_KILL * count
    const file = await killUnderExport({ kills: count, orders, seed })
    return [
      toSection(
        'killed with SIGKILL during a long export',
        [
          ['kills', count],
          ['of these, in the middle of the file', file.halfway],
          ['orders / rows in the file', `${orders} / ${file.rows}`],
        ],
        { 'rows that differ from the list': file.isList ? [] : ['it differs'] },
      ),
    ]
  },
}
