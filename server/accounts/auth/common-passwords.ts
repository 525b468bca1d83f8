import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHOP_NAME } from '#contract/shop.ts'

/** What guessers try first, out of what was stolen elsewhere: hashes, made by scripts/make-common-passwords.ts. */
const FILE = join(import.meta.dirname, 'common-passwords.bin')
const HASH_BYTES = 5 // of tens of thousands, one in thirty million others is taken for one of them

/** Words of this shop's own, which say nothing here. docs/security.md has them too. */
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

/** However it is written: big or small, P@ssw0rd for password; and a word of the shop's own with no more than digits about it. */
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
