import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'
import type * as contract from '#contract/backoffice/evidence.ts'
import { renderEvidence } from '#server/accounting/pdf/render-pdf.ts'
import type { Caller, Visit } from '#server/context.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { gatherEvidence, type EvidenceDeps } from './gather.ts'
import { findOrderSubject, findPaymentSubject, type Subject } from './sql.ts'
import { toPage } from './to-page.ts'

export const getOrderEvidence: Handler<typeof contract.getOrderEvidence> = async (
  ctx,
  { id },
  caller,
  visit,
) => {
  const subject = await findOrderSubject(ctx.sql, id)
  if (!subject) throw new Refusal('NO_SUCH_ORDER')
  return makeEvidence(ctx, { subject, name: `order ${id}` }, { caller, visit })
}

export const getPaymentEvidence: Handler<typeof contract.getPaymentEvidence> = async (
  ctx,
  { id },
  caller,
  visit,
) => {
  const subject = await findPaymentSubject(ctx.sql, id)
  if (!subject) throw new Refusal('NO_SUCH_PAYMENT')
  return makeEvidence(ctx, { subject, name: `payment ${id}` }, { caller, visit })
}

type Wanted = { subject: Subject; name: string }
type By = { caller: Caller; visit: Visit }

/** Packs the evidence as JSON and PDF. The audit log keeps their hashes, so that the shop can prove when they were made. */
async function makeEvidence(
  ctx: EvidenceDeps,
  { subject, name }: Wanted,
  { caller, visit }: By,
): Promise<Uint8Array> {
  const { madeAt, json, pdf, hashes } = await writeEvidence(ctx, subject)
  const sums = Object.entries(hashes).map(([file, hash]) => `${hash}  ${file}\n`)
  const files = [
    { name: 'evidence.pdf', input: pdf },
    { name: 'evidence.json', input: json },
    { name: 'SHA256SUMS', input: sums.join('') },
  ].map((file) => ({ ...file, lastModified: madeAt }))
  const pieces: Uint8Array[] = []
  for await (const piece of makeZip(files)) pieces.push(piece)
  await ctx.sql.begin((tx) =>
    recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'make evidence',
      subject: name,
      before: null,
      after: hashes,
      now: madeAt,
    }),
  )
  return Buffer.concat(pieces)
}

export async function writeEvidence(ctx: EvidenceDeps, subject: Subject) {
  const evidence = await gatherEvidence(ctx, subject)
  const json = Buffer.from(`${JSON.stringify(evidence, null, 2)}\n`)
  const pdf = await renderEvidence(toPage(evidence, sha256(json)))
  const hashes = { 'evidence.json': sha256(json), 'evidence.pdf': sha256(pdf) }
  return { madeAt: evidence.madeAt, json, pdf, hashes }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
