import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'

const FILE = 'proof.json'

/** Says that a connector has passed all proofs that apply to it, with exactly these files. */
const ConnectorProof = z.object({
  version: z.string(), // of the connector
  files: z.string(), // their hash
  passed: z.int(),
  at: z.iso.datetime(),
})
export type ConnectorProof = z.output<typeof ConnectorProof>

/** A hash over the names and the contents of all files of a connector, hidden ones too. */
function hashFiles(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((name) => name !== FILE)
  for (const name of names.toSorted()) {
    const content = readFileSync(join(folder, name))
    hash.update(`${name}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

export function writeProof(folder: string, proof: Omit<ConnectorProof, 'files'>): void {
  const whole: ConnectorProof = { ...proof, files: hashFiles(folder) }
  writeFileSync(join(folder, FILE), `${JSON.stringify(whole, null, 2)}\n`)
}

/** Null if there is no readable proof, or if a file has changed since. */
export function readProof(folder: string): ConnectorProof | null {
  const file = join(folder, FILE)
  if (!existsSync(file)) return null
  const { data } = ConnectorProof.safeParse(parse(readFileSync(file, 'utf8')))
  return data?.files === hashFiles(folder) ? data : null
}

/** Undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
