// Makes server/accounts/passwords/common-passwords.bin from a list of passwords, a JSON array with the most common first:
//   node scripts/make/make-common-passwords.ts passwords.json
// The present list is src/passwords.json of the npm package @zxcvbn-ts/language-common 4.1.3 (MIT). Only passwords of
// six characters or more are used.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { hashOf } from '#server/accounts/passwords/common-passwords.ts'

const LENGTH_MIN = 6 // shorter passwords are refused anyway
const TARGET = join(import.meta.dirname, '../../server/accounts/passwords/common-passwords.bin')

const all = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as string[]
const hashes = new Set(
  all.filter(({ length }) => length >= LENGTH_MIN).map((one) => hashOf(one.toLowerCase())),
)
writeFileSync(TARGET, Buffer.from([...hashes].toSorted().join(''), 'hex'))
console.log(`${hashes.size} passwords`)
