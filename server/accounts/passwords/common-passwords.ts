import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHOP_NAME } from '#contract/core/shop.ts'

/** Hashes of leaked passwords that attackers try first. Made by scripts/make/make-common-passwords.ts. */
const FILE = join(import.meta.dirname, 'common-passwords.bin')
const HASH_BYTES = 5 // an uncommon password collides with one of the hashes once in thirty million

/** Words that are easy to guess for this shop. docs/security.md lists them too. */
const OWN_WORDS = [SHOP_NAME.toLowerCase(), 'topup', 'diamonds', 'reseller', 'dashboard']

const LETTERS: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
}

let known: Set<string> | undefined

/** Ignores case and look-alike characters (P@ssw0rd). Also matches a shop word padded with digits or signs. */
export function isCommon(password: string): boolean {
  const plain = password.toLowerCase()
  const spelled = plain.replace(/[@431!0$5]/g, (letter) => LETTERS[letter]!)
  const bare = plain.replace(/[^a-z]/g, '')
  known ??= readKnown()
  return OWN_WORDS.includes(bare) || [plain, spelled].some((one) => known!.has(hashOf(one)))
}

export const hashOf = (password: string): string =>
  createHash('sha256')
    .update(password)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES)

function readKnown(): Set<string> {
  const all = readFileSync(FILE).toString('hex')
  const count = all.length / (2 * HASH_BYTES)
  return new Set(
    Array.from({ length: count }, (_, index) =>
      all.slice(2 * HASH_BYTES * index, 2 * HASH_BYTES * (index + 1)),
    ),
  )
}
