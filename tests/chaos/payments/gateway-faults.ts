import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, FaultKind } from '#sandbox/faults.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { GATEWAYS, UPI_GATEWAYS } from '#tests/support/money/connectors.ts'

const ERROR_RATE = 0.1
const CALLS: [FaultKind, number, number?][] = [
  ['drop-reply', 0.1],
  ['error', ERROR_RATE],
  ['too-many', 0.06],
  ['latency', 0.06, 60],
]
const WEBHOOKS: [FaultKind, number, number?][] = [
  ['duplicate-webhook', 0.4],
  ['late-webhook', 0.3, 150],
  ['out-of-order', 0.3],
  ['bad-signature', 0.2],
]

const OUTAGE_MS = 1_500

/**
 * In every third turn its gateway answers nothing. Stripe stays, because nobody else takes cards in dollars. In every
 * fifth turn nobody answers for a moment, and payers try again until somebody does.
 */
export async function moveDowntime(setup: ChaosSetup, turn: number): Promise<void> {
  if (turn % 5 === 4) await silenceAll(setup)
  const [before, now] = [turn - 1, turn].map((one) => UPI_GATEWAYS[one % UPI_GATEWAYS.length])
  if (before) await setFault(setup, { target: before, kind: 'error', rate: ERROR_RATE })
  if (now && now !== 'stripe' && turn % 3 === 2)
    await setFault(setup, { target: now, kind: 'error', rate: 1 })
}

async function silenceAll(setup: ChaosSetup): Promise<void> {
  for (const target of GATEWAYS) await setFault(setup, { target, kind: 'error', rate: 1 })
  await sleep(OUTAGE_MS)
  for (const target of GATEWAYS) await setFault(setup, { target, kind: 'error', rate: ERROR_RATE })
}

export async function breakGateways(setup: ChaosSetup): Promise<void> {
  for (const target of GATEWAYS)
    for (const [kind, rate, ms] of [...CALLS, ...WEBHOOKS])
      await setFault(setup, { target, kind, rate, ...(ms === undefined ? {} : { ms }) })
}

async function setFault({ sandboxUrl }: ChaosSetup, fault: Fault): Promise<void> {
  const response = await fetch(`${sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  if (!response.ok) throw new Error(await response.text())
}

export async function mendGateways({ sandboxUrl }: ChaosSetup): Promise<void> {
  await fetch(`${sandboxUrl}/faults`, { method: 'DELETE' })
}
