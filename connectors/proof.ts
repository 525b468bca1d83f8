import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** A hash over the names and the contents of all files of a connector. */
function hashFiles(folder: string): string {
  const hash = createHash('sha256')
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => name !== FILE)
  for (const name of names.toSorted())
    hash.update(`${name}\n`).update(readFileSync(join(folder, name)))
  return hash.digest('hex')
}

export function writeProof(folder: string, proof: Omit<ConnectorProof, 'files'>): void {
  const whole: ConnectorProof = { ...proof, files: hashFiles(folder) }
  writeFileSync(join(folder, FILE), `${JSON.stringify(whole, null, 2)}\n`)
}

/** Null if there is no proof, or if a file has changed since. */
export function readProof(folder: string): ConnectorProof | null {
  const file = join(folder, FILE)
  if (!existsSync(file)) return null
  const { data } = ConnectorProof.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  return data?.files === hashFiles(folder) ? data : null
}
