import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ANSWER_TIMEOUT_MS } from './mount.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Reads a time limit where it is defined, because only its own module uses it. */
function readLimit(file: string, name: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const [, found] = new RegExp(`^const ${name} = ([\\d_]+)`, 'm').exec(text) ?? []
  assert.ok(found, `${file} has no ${name}`)
  return Number(found.replaceAll('_', ''))
}

const readServer = (file: string, name: string) => readLimit(`server/${file}`, name)

test('every time limit ends before the one around it, and all before the browser gives up', () => {
  const browser = readLimit('web/api/call.ts', 'TIMEOUT_MS')
  const answer = ANSWER_TIMEOUT_MS + readServer('platform/http/mount.ts', 'GRACE_MS')
  const opening = readServer('money/payments/open-payment.ts', 'OPENING_MS')
  const statement = readServer('platform/db/db.ts', 'STATEMENT_TIMEOUT_MS')
  const silence = readServer('platform/db/db.ts', 'SILENCE_MS')
  const request = readLimit('connectors/request-json.ts', 'PATIENCE_MS')
  const tries = readServer('money/payments/open-payment.ts', 'TRIES')
  const entry = readServer('platform/http/entry-cache.ts', 'PATIENCE_MS')
  const bucket = readServer('platform/files/bucket.ts', 'TIMEOUT_MS')
  const google = 1_000 * readServer('accounts/auth/google.ts', 'TIMEOUT_SECONDS')
  const returning = readServer('money/payments/page/returns.ts', 'PATIENCE_MS')
  assert.ok(answer < browser)
  assert.ok(statement + silence < ANSWER_TIMEOUT_MS, 'a silent database')
  assert.ok(tries * request < opening && opening < ANSWER_TIMEOUT_MS, 'a silent gateway')
  assert.ok(entry < statement, 'an old page while the database is silent')
  for (const limit of [request, bucket, google, returning]) assert.ok(limit < ANSWER_TIMEOUT_MS)
})
