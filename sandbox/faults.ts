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
] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

/** What can happen to anyone who is asked and replies. */
export const REPLY_FAULTS: readonly FaultKind[] = ['latency', 'error', 'drop-reply']

/** And to those that take money, who may be asked too often and who tell by themselves. */
export const GATEWAY_FAULTS: readonly FaultKind[] = [...FAULT_KINDS]

/** How often (`rate`, 0 to 1) a call to the target goes wrong, and how. `ms` is how late. */
export type Fault = { target: string; kind: FaultKind; rate: number; ms?: number }

export const EVERYTHING = 'all'
export const LATENCY_MS = 2_000

/** What became of a call: done and told, refused before it began, or done without a word. */
type Outcome<T> = { is: 'done'; value: T } | { is: 'refused' } | { is: 'dropped' }

export type Faults = ReturnType<typeof createFaults>

export function createFaults() {
  let inForce: Fault[] = []

  /** Rolls the dice: the fault that happens to this call, if one does. */
  function strike(target: string, kind: FaultKind): Fault | undefined {
    return inForce
      .filter((fault) => fault.target === target || fault.target === EVERYTHING)
      .find((fault) => fault.kind === kind && Math.random() < fault.rate)
  }

  return {
    strike,
    list: (): readonly Fault[] => inForce,
    clear: () => void (inForce = []),

    /** Replaces the one of the same target and kind; a rate of 0 lifts it. */
    set(fault: Fault) {
      const others = inForce.filter(
        ({ target, kind }) => target !== fault.target || kind !== fault.kind,
      )
      inForce = fault.rate > 0 ? [...others, fault] : others
    },

    /** Does one call's work as the faults in force let it be done. */
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
