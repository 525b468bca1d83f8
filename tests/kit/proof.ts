import assert from 'node:assert/strict'
import { inWords } from '#connectors/in-words.ts'
import { inTime, until } from '#tests/support/shop/wait.ts'

const WAIT_MS = 15_000 // for what a company decides at once
const PROOF_MS = 120_000

/** Something that every connector of a kind must do. A returned string is the reason why it doesn't apply. */
export type Proof<Setup> = {
  name: string // short and fixed, for reports
  claim: string
  prove(setup: Setup): Promise<string | void>
}

export type Result = {
  name: string
  claim: string
  is: 'passed' | 'failed' | 'does not apply'
  words: string // why it failed, or doesn't apply
}

/** Runs the proofs one after the other. One that fails doesn't end the others. */
export async function runProofs<Setup>(
  proofs: Proof<Setup>[],
  openSetup: () => Promise<Setup & { close(): Promise<void> }>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const { name, claim, prove } of proofs) {
    const setup = await openSetup()
    const result = await judge(() => prove(setup)).finally(() => setup.close())
    results.push({ name, claim, ...result })
  }
  return results
}

async function judge(prove: () => Promise<string | void>): Promise<Pick<Result, 'is' | 'words'>> {
  try {
    const reason = await inTime('the proof', prove(), PROOF_MS)
    return reason ? { is: 'does not apply', words: reason } : { is: 'passed', words: '' }
  } catch (error) {
    return { is: 'failed', words: inWords(error) }
  }
}

/** Passes if the call throws. An outcome that nobody knows must never be returned as a known one. */
export async function expectUnknown(what: string, call: Promise<unknown>): Promise<void> {
  const answer = await call.then(
    (value) => ({ value }),
    () => null,
  )
  assert.equal(answer, null, answer ? `${what}: it answered ${JSON.stringify(answer.value)}` : '')
}

export const untilSoon = (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> =>
  until(what, isSo, WAIT_MS)
