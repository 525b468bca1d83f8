import { describeTimes } from '#tests/chaos/describe-times.ts'
import { forgeWebhooks } from '#tests/chaos/payments/forge-webhooks.ts'
import { startNodes } from '#tests/chaos/nodes.ts'
import { payUnderFaults } from '#tests/chaos/payments/pay-under-faults.ts'
import type { Proof, Section } from '#tests/chaos/proof.ts'
import { openRecorder } from '#tests/chaos/payments/recorder.ts'
import { timePayments } from '#tests/chaos/payments/time-payments.ts'
import { toSection } from '#tests/chaos/to-section.ts'

export const payments: Proof = {
  says: 'Money that gateways took is credited once and always, whatever becomes of their webhooks; what is forged or lies moves nothing.',
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
      ['payments begun, for so many orders', `${paid.payments}, ${paid.orders}`],
      ['captured by the six gateways', `${paid.captures}, ₹${paid.rupees.toFixed(2)}`],
      ['settled as', settled.join(', ')],
    ],
    {
      'differences to the paisa': paid.wrong,
      'fault in the books': paid.fault,
      'fault found by the audit': paid.audit,
    },
  )
}

async function time(stack: AsyncDisposableStack, count: number): Promise<Section> {
  const times = await timePayments(await startNodes(stack, { count: 1 }), 2 * count)
  return toSection('from paid to credited, nothing being wrong', [
    ['told by a webhook, median / worst', describeTimes(times.told)],
    ['told by nobody, median / worst', describeTimes(times.untold)],
  ])
}

async function forge(stack: AsyncDisposableStack, { count, seed }: ProofOptions): Promise<Section> {
  const recorder = await openRecorder(stack)
  const quiet = await startNodes(stack, { count: 1, webhooksTo: recorder.url })
  const forged = await forgeWebhooks(quiet, recorder, { forgeries: 100 * count, seed })
  const kinds = `${forged.forged}, ${forged.kinds}, ${forged.genuine}`
  return toSection(
    'webhooks that were altered or lie',
    [
      ['altered, in so many kinds, of so many', kinds],
      ['authentic and untrue', forged.lies],
      ['answered, median / worst', describeTimes(forged.answerMs.authentic)],
    ],
    {
      'taken, believed or left behind': forged.wrong,
      'fault in the books': forged.fault,
      'fault found by the audit': forged.audit,
    },
  )
}
