import type { Sql } from '#server/platform/db/db.ts'
import { fingerprintOf, type Keys } from '#server/platform/config/secrets.ts'
import { countSealed, type SealedCount } from './reseal.ts'
import { countNodesWithout } from './sql.ts'

export type SecretReport = { words: string; mayOldGo: boolean }

/** Reports what still needs which secret, for an operator about to remove the old one. */
export async function reportSecrets(sql: Sql, keys: Keys): Promise<SecretReport> {
  const counts = await countSealed(sql, keys)
  const secrets = keys.credentials.length
  const older = sum(counts, ({ bySecret }) => bySecret.slice(1))
  const lost = sum(counts, (count) => [count.lost])
  const strangers = await countNodesWithout(sql, fingerprintOf(keys.credentials[0]!))
  const mayOldGo = older === 0 && strangers === 0
  const lines = [`SECRET has ${secrets === 1 ? 'one secret' : `${secrets} secrets`}.`]
  lines.push(...table(counts, secrets), '')
  if (secrets > 1) lines.push(older > 0 ? NEEDED : strangers > 0 ? UNKNOWN : DONE)
  else lines.push('No older secret is needed.')
  if (lost > 0) lines.push(LOST)
  return { words: lines.join('\n'), mayOldGo }
}

const NEEDED =
  'Some entries still need an older secret. The shop reseals them within a minute or two: check again then.'
const UNKNOWN = "A running shop doesn't know the newest secret. Restart it with all of them."
const DONE =
  'Nothing is sealed with an older secret. Before you remove it, wait until what it signed has expired: ' +
  'a quarter of an hour after the last node started with the newest one, or ORDER_EXPIRY_MINUTES if that is longer.'
const LOST = 'Entries that none of the secrets opens must be entered or created again.'

const sum = (counts: SealedCount[], of: (count: SealedCount) => number[]): number =>
  counts.flatMap(of).reduce((total, one) => total + one, 0)

function table(counts: SealedCount[], secrets: number): string[] {
  const names = Array.from({ length: secrets }, (_, index) =>
    index === 0 ? 'newest' : `${index} before`,
  )
  const heads = ['sealed with', ...names, 'none']
  const rows = counts.map(({ what, bySecret, lost }) => [
    what,
    ...bySecret.map(String),
    String(lost),
  ])
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...rows.map((row) => row[index]!.length)),
  )
  return [heads, ...rows].map((cells) =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!)))
      .join('  '),
  )
}
