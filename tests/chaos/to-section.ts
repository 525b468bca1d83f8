import type { Section } from './proof.ts'

/** What was found of a thing that must not be: nothing, so many, or each in words. */
type Found = number | string | null | unknown[]

/** A table of what was done, with a row for each thing that must not be and what was found of it. */
export function toSection(
  title: string,
  rows: Section['rows'],
  checks: Record<string, Found> = {},
): Section {
  const found = Object.entries(checks).map(([label, one]) => ({ label, faults: listFaults(one) }))
  return {
    title,
    rows: [
      ...rows,
      ...found.map(({ label, faults }): Section['rows'][number] => [
        label,
        faults.length === 0 ? 'none' : `**${faults.length}**`,
      ]),
    ],
    faults: found.flatMap(({ label, faults }) => faults.map((fault) => `${label}: ${fault}`)),
  }
}

function listFaults(found: Found): string[] {
  if (Array.isArray(found)) return found.map(String)
  return found ? [String(found)] : []
}
