import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '#contract/backoffice/evidence.ts'
import type { Context } from '#server/context.ts'
import { recordAction } from '#server/platform/audit/audit.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import type { Disputes } from '#connectors/gateways/gateway.ts'
import { readDispute } from '#server/money/disputes/ask-dispute.ts'
import {
  getDispute,
  lockPhase,
  selectPhase,
  type DisputePhase,
} from '#server/money/disputes/list-disputes.ts'
import type { Dispute } from '#contract/money/disputes.ts'
import * as rows from './answer-sql.ts'
import { writeEvidence } from './evidence.ts'
import type { EvidenceDeps } from './gather.ts'
import { findPaymentSubject } from './sql.ts'

type Deps = Pick<Context, 'sql' | 'now' | 'log' | 'config' | 'settings' | 'gateways' | 'connectors'>

export const listDisputeAnswers: Handler<typeof contract.listDisputeAnswers> = async (
  ctx,
  { id },
) => {
  const dispute = await getDispute(ctx, id)
  const answers = await rows.selectAnswers(ctx.sql, id)
  const canAnswer =
    (await findAdapter(ctx, dispute)) !== null &&
    whyNot(await selectPhase(ctx.sql, id), answers) === null
  return {
    canAnswer,
    answers: answers.map(({ id: _id, askedBy, fullName, ...row }) => ({
      _id,
      stage: row.stage,
      words: row.words,
      askedBy: { _id: askedBy, fullName },
      askedAt: row.askedAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      refused: row.refused,
    })),
  }
}

/** Stores the answer. A job sends it, because the gateway may be slow or away. */
export const answerDispute: Handler<typeof contract.answerDispute> = async (
  ctx,
  { id, words },
  caller,
  visit,
) => {
  const dispute = await getDispute(ctx, id)
  if (!(await findAdapter(ctx, dispute))) throw new Refusal('DISPUTE_ANSWER_ELSEWHERE')
  await ctx.sql.begin(async (tx) => {
    const now = ctx.now()
    const phase = await lockPhase(tx, id)
    const reason = whyNot(phase, await rows.selectAnswers(tx, id))
    if (reason) throw new Refusal(reason)
    const answerId = randomUUIDv7()
    await rows.insertAnswer(tx, {
      id: answerId,
      disputeId: id,
      stage: phase.stage,
      words,
      askedBy: caller.id,
      askedAt: now,
    })
    await enqueue(tx, 'send-dispute-answer', { answerId })
    await recordAction(tx, {
      callerId: caller.id,
      address: visit.address,
      action: 'answer dispute',
      subject: `dispute ${id}`,
      before: null,
      after: { words },
      now,
    })
  })
  return null
}

type Answerer = Required<Pick<Disputes, 'ask' | 'answer'>>

/** Null if the gateway takes answers in its dashboard only, or the shop does not know the payment. */
async function findAdapter(
  ctx: Pick<Context, 'gateways'>,
  { gateway, payment }: Dispute,
): Promise<Answerer | null> {
  const disputes = (await ctx.gateways()).byName.get(gateway)?.disputes
  return payment && disputes?.answer ? (disputes as Answerer) : null
}

type Earlier = { stage: string; sentAt: Date | null; refused: string | null }

/**
 * An answer is on its way until the gateway, asked after it was sent, has told the new state. An inquiry stays one after
 * it was answered, and takes no second answer.
 */
function whyNot({ state, stage, readAt }: DisputePhase, earlier: Earlier[]) {
  if (earlier.some(({ sentAt, refused }) => refused === null && (!sentAt || sentAt > readAt)))
    return 'DISPUTE_BEING_ANSWERED'
  const isAnswered = earlier.some((one) => one.sentAt !== null && one.stage === stage)
  if (state === 'needs response' || (state === 'inquiry' && !isAnswered)) return null
  return 'DISPUTE_TAKES_NO_ANSWER'
}

/**
 * Sends an answer that is not sent yet. If an earlier try died after the gateway had taken it, the gateway tells that it
 * is looking at the answer.
 */
export async function sendDisputeAnswer(
  ctx: Deps,
  { answerId }: JobPayload<'send-dispute-answer'>,
): Promise<void> {
  const answer = await rows.selectOpenAnswer(ctx.sql, answerId)
  if (!answer) return
  const dispute = await getDispute(ctx, answer.disputeId)
  const adapter = await findAdapter(ctx, dispute)
  if (!adapter) throw new Error(`${dispute.gateway} takes no answers now`)
  const { gatewayDisputeId: disputeId, gateway } = dispute
  const told = await adapter.ask(disputeId)
  const isTaken = told?.state === 'under review' || told?.isAnswered === true
  const refused = isTaken ? null : await send(ctx, { adapter, dispute, answer })
  await rows.endAnswer(ctx.sql, answerId, refused === null ? { sentAt: ctx.now() } : { refused })
  await readDispute(ctx, { gateway, disputeId, heardFrom: 'poll' }).catch((error: unknown) =>
    ctx.log.warn({ err: error, gateway }, 'gateway cannot be asked about disputes'),
  )
}

type Sending = { adapter: Answerer; dispute: Dispute; answer: { id: string; words: string } }

async function send(
  ctx: EvidenceDeps,
  { adapter, dispute: { gatewayDisputeId, payment }, answer }: Sending,
): Promise<string | null> {
  const subject = (await findPaymentSubject(ctx.sql, payment!.captureId))!
  const { pdf, hashes } = await writeEvidence(ctx, subject)
  await rows.markFile(ctx.sql, answer.id, hashes['evidence.pdf'])
  const { words } = answer
  return adapter.answer(gatewayDisputeId, { key: answer.id, words, file: new Uint8Array(pdf) })
}
