import { editLedger } from '#tests/chaos/money/edit-ledger.ts'
import type { Proof } from '#tests/chaos/proof.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const ledgerEdits: Proof = {
  says: 'The database refuses to change the ledger. What someone changes by force, `npm run ledger:verify` finds and locates.',
  count: 200,
  async prove({ count, seed }) {
    const report = await editLedger({ edits: count, seed })
    const places = Map.groupBy(report.faults, (fault) => /^\w+/.exec(fault)![0])
    const named = [...places].map(([place, faults]) => `${faults.length} ${place}`)
    return [
      toSection(
        'edits of the ledger',
        [
          ['wallet lines in the ledger', report.postings],
          ['UPDATE, DELETE, TRUNCATE, MERGE as a superuser, refused', report.refused],
          ['edits by force, each put back', report.edits],
          ['found by the verifier', report.faults.length],
          ['named by', named.join(', ')],
          ['of these, checked with the command itself', report.byCommand],
          ['of these, also found by the audit, which knows no earlier seals', report.audited],
        ],
        {
          'not refused, not found, or not named': report.wrong,
          'fault in the ledger after undoing all edits': report.fault,
          'fault found by the audit after that': report.audit,
        },
      ),
    ]
  },
}
