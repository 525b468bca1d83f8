import { editLedger } from '#tests/chaos/money/edit-ledger.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const ledgerEdits: Proof = {
  says: 'The database refuses to change the books; what somebody changes by force is found by `npm run ledger:verify`, and where it is.',
  count: 200,
  async prove({ count, seed }) {
    const report = await editLedger({ edits: count, seed })
    const places = Map.groupBy(report.faults, (fault) => /^\w+/.exec(fault)![0])
    const named = [...places].map(([place, faults]) => `${faults.length} ${place}`)
    return [
      toSection(
        'books that somebody edits',
        [
          ['lines of wallets in them', report.postings],
          ['UPDATE, DELETE, TRUNCATE, MERGE as a superuser, refused', report.refused],
          ['edits by force, each put back', report.edits],
          ['found by the verifier', report.faults.length],
          ['named by', named.join(', ')],
          ['of all, asked of the command itself', report.byCommand],
          ['of all, found by the audit too, which knows no seal by heart', report.audited],
        ],
        {
          'not refused, not found, or not named': report.wrong,
          'fault in the books when all was put back': report.fault,
          'fault found by the audit then': report.audit,
        },
      ),
    ]
  },
}
