import type { Section } from './proof.ts'

/** The violations of one kind: their number, one text, or a list. */
type Figure = number | string | null | unknown[]

/** A table of what was done, with one row per check and the number of its violations. */
export function toSection(
  title: string,
  rows: Section['rows'],
  checks: Record<string, Figure> = {},
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

function listFaults(found: Figure): string[] {
  if (Array.isArray(found)) return found.map(String)
  return found ? [String(found)] : []
}
