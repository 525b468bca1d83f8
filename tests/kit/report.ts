import type { Candidate } from './check-connector.ts'
import type { Result } from './proof.ts'

const MARKS = { passed: '✔', failed: '✖', 'does not apply': '–' }

/** Writes the results for a person. */
export function toReport({ connector, kind }: Candidate, results: Result[], at: Date): string {
  const count = (is: Result['is']) => results.filter((result) => result.is === is).length
  const lines = results.flatMap(({ name, claim, is, words }) => {
    const reason = words ? [`    ${words.split('\n').join('\n    ')}`] : []
    return [`${MARKS[is]} ${name}: ${claim}`, ...reason]
  })
  const verdict = isProven(results) ? 'Proven' : 'Not proven'
  return [
    `${connector.title} ${connector.version}, a ${kind}, on ${at.toISOString().slice(0, 10)}`,
    '',
    ...lines,
    '',
    `${verdict}: ${count('passed')} passed, ${count('failed')} failed, ${count('does not apply')} don’t apply`,
    '',
  ].join('\n')
}

/** A connector is proven if nothing failed, and at least half of the proofs apply to it. */
export const isProven = (results: Result[]): boolean =>
  results.every(({ is }) => is !== 'failed') &&
  2 * results.filter(({ is }) => is === 'passed').length >= results.length
