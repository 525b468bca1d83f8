import { describeTimes } from '#tests/chaos/describe-times.ts'
import { forgeWebhooks } from '#tests/chaos/payments/forge-webhooks.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { payUnderFaults } from '#tests/chaos/payments/pay-under-faults.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { openRecorder } from '#tests/chaos/payments/recorder.ts'
import { timePayments } from '#tests/chaos/payments/time-payments.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const payments: Proof = {
  says: 'Money that gateways took is always credited, and only once, whatever happens to their webhooks. Forged or false messages move nothing.',
  count: 100,
  async prove({ count, seed }) {
    await using stack = new AsyncDisposableStack()
    return [
      await payFaultily(stack, { count, seed }),
      await time(stack, count),
      await forge(stack, { count, seed }),
    ]
  },
}

type ProofOptions = { count: number; seed: number }

async function payFaultily(
  stack: AsyncDisposableStack,
  { count, seed }: ProofOptions,
): Promise<Section> {
  const shop = await startNodes(stack, { count: 2 })
  const paid = await payUnderFaults(shop, { payments: 10 * count, seed, atOnce: 16 })
  const settled = Object.entries(paid.settledAs).map(([as, times]) => `${times} ${as}`)
  return toSection(
    'payments through faulty gateways, two nodes killed with SIGKILL in turn',
    [
      ['kills', paid.kills],
      ['payments started, orders', `${paid.payments}, ${paid.orders}`],
      [
        'captured by eight gateways',
        `${paid.captures}, ₹${paid.rupees.toFixed(2)}, $${paid.dollars.toFixed(2)} and €${paid.euros.toFixed(2)}`,
      ],
      ['settled as', settled.join(', ')],
    ],
    {
      'differences to the paisa': paid.wrong,
      'fault in the ledger': paid.fault,
      'fault found by the audit': paid.audit,
    },
  )
}

async function time(stack: AsyncDisposableStack, count: number): Promise<Section> {
  const times = await timePayments(await startNodes(stack, { count: 1 }), 2 * count)
  return toSection('from paid to credited, without faults', [
    ['with a webhook, median / worst', describeTimes(times.reported)],
    ['without a webhook, median / worst', describeTimes(times.unreported)],
  ])
}

async function forge(stack: AsyncDisposableStack, { count, seed }: ProofOptions): Promise<Section> {
  const recorder = await openRecorder(stack)
  const quiet = await startNodes(stack, { count: 1, webhooksTo: recorder.url })
  const forged = await forgeWebhooks(quiet, recorder, { forgeries: 100 * count, seed })
  const kinds = `${forged.forged}, ${forged.kinds}, ${forged.genuine}`
  return toSection(
    'altered or false webhooks',
    [
      ['altered, kinds, originals', kinds],
      ['authentic but false', forged.lies],
      ['answered, median / worst', describeTimes(forged.answerMs.authentic)],
    ],
    {
      'accepted, believed or left unfinished': forged.wrong,
      'fault in the ledger': forged.fault,
      'fault found by the audit': forged.audit,
    },
  )
}
