import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect } from './browser.ts'
import { press } from './page-actions.ts'

export async function downloadStatement(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await press(page, 'Download CSV')
  const file = await downloading
  assert.match(file.suggestedFilename(), /^statement-INR-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  return readFile(await file.path(), 'utf8')
}

/** Forges a statement with valid hashes: makes a gift ten times as large, and recomputes all later lines. */
export function forgeStatement(file: string): string {
  const [head, ...rows] = file.trimEnd().split('\r\n')
  let [balance, before] = [0, '0'.repeat(64)]
  const forged = rows.map((row, index) => {
    const fields = row.split(',')
    const amount = Number(fields[3]) * (index === 0 ? 10 : 1)
    balance += amount
    const [userId, currency, sequence, , , createdAt, kind, UTR, orderId, transferHash] = fields
    const minor = [amount, balance].map((rupees) => Math.round(rupees * 100))
    const values = [
      userId,
      currency,
      sequence,
      ...minor,
      createdAt,
      kind,
      UTR,
      orderId,
      transferHash,
    ]
    const text = ['posting', ...values].join('\n')
    const hash = createHash('sha256').update(Buffer.from(before, 'hex')).update(text).digest('hex')
    const money = [amount.toFixed(2), balance.toFixed(2)]
    const line = [...fields.slice(0, 3), ...money, ...fields.slice(5, 10), before, hash].join(',')
    before = hash
    return line
  })
  return [head, ...forged, ''].join('\r\n')
}

export async function chooseStatement(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Choose a CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText(name, { exact: true })).toBeVisible()
}
