import { setTimeout as sleep } from 'node:timers/promises'

export const FAULT_KINDS = [
  'latency',
  'drop-reply',
  'error',
  'duplicate-webhook',
  'late-webhook',
  'out-of-order',
  'bad-signature',
  'too-many',
  'downtime',
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** Faults of any company that answers requests. */
export const REPLY_FAULTS: readonly FaultKind[] = ['latency', 'error', 'drop-reply']

/** Faults of gateways: they also limit the rate of requests and send webhooks. Some also report their downtimes. */
export const GATEWAY_FAULTS: readonly FaultKind[] = FAULT_KINDS.filter(
  (kind) => kind !== 'downtime',
)

/** `rate` is the share of affected calls, from 0 to 1. `ms` is the delay. */
export type Fault = { target: string; kind: FaultKind; rate: number; ms?: number }

export const EVERYTHING = 'all'
export const LATENCY_MS = 2_000

/** The outcome of a call: answered, refused before any work, or done without an answer. */
type Outcome<T> = { is: 'done'; value: T } | { is: 'refused' } | { is: 'dropped' }

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  let inForce: Fault[] = []

  /** Decides at random if a fault hits this call, and returns it. */
  function strike(target: string, kind: FaultKind): Fault | undefined {
    return inForce
      .filter((fault) => fault.target === target || fault.target === EVERYTHING)
      .find((fault) => fault.kind === kind && Math.random() < fault.rate)
  }

  return {
    strike,
    list: (): readonly Fault[] => inForce,
    clear: () => void (inForce = []),

    /** Replaces the fault of the same target and kind. A rate of 0 removes it. */
    set(fault: Fault) {
      const others = inForce.filter(
        ({ target, kind }) => target !== fault.target || kind !== fault.kind,
      )
      inForce = fault.rate > 0 ? [...others, fault] : others
    },

    /** Does the work of one call, subject to the current faults. */
    async suffer<T>(target: string, work: () => Promise<T>): Promise<Outcome<T>> {
      const isRefused = strike(target, 'error') !== undefined
      const value = isRefused ? undefined : await work()
      const late = strike(target, 'latency')
      if (late) await sleep(late.ms ?? LATENCY_MS, undefined, { ref: false })
      if (isRefused) return { is: 'refused' }
      if (strike(target, 'drop-reply')) return { is: 'dropped' }
      return { is: 'done', value: value as T }
    },
  }
}
