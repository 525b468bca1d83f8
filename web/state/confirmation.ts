type Asking = { code: string; answer: PromiseWithResolvers<boolean> }

let asking: Asking | null = null
const hearers = new Set<() => void>()

const tell = () => hearers.forEach((hear) => hear())

/** True if a password or second factor was given; null if the page can't ask. Parallel calls share one answer. */
export function askToConfirm(code: string): Promise<boolean> | null {
  if (hearers.size === 0) return null
  if (!asking) {
    asking = { code, answer: Promise.withResolvers() }
    tell()
  }
  return asking.answer.promise
}

export function answerConfirmation(isConfirmed: boolean): void {
  const answered = asking
  asking = null
  tell()
  answered?.answer.resolve(isConfirmed)
}

/** Store for useSyncExternalStore. Its value is the code of the pending refusal, or null. */
export const confirmation = {
  read: (): string | null => asking?.code ?? null,
  subscribe(hear: () => void): () => void {
    hearers.add(hear)
    return () => hearers.delete(hear)
  },
}
