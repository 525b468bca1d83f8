import { z } from 'zod'
import { Bytes, endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { text } from '#contract/core/fields.ts'
import { DisputeStage } from '#contract/money/disputes.ts'

// Everything the shop knows about a purchase, as a file for a bank, a gateway or the police.

export const getOrderEvidence = endpoint({
  method: 'GET',
  path: '/order/:id/evidence',
  access: 'admin',
  right: 'payments',
  confirm: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: Bytes,
  file: 'zip',
})

/** The same for money that came into a wallet. */
export const getPaymentEvidence = endpoint({
  method: 'GET',
  path: '/payment/:id/evidence',
  access: 'admin',
  right: 'payments',
  confirm: true,
  message: '',
  input: z.strictObject({ id: Id }), // id of the capture
  output: Bytes,
  file: 'zip',
})

export const ANSWER_LENGTH_MAX = 1_000

/** An answer to a dispute, sent with the evidence on its payment. */
const DisputeAnswer = z.object({
  _id: z.string(),
  stage: DisputeStage,
  words: z.string(),
  askedBy: z.object({ _id: z.string(), fullName: z.string() }),
  askedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  refused: z.string().nullable(), // by the gateway, in its words
})
export type DisputeAnswer = z.output<typeof DisputeAnswer>

export const listDisputeAnswers = endpoint({
  method: 'GET',
  path: '/dispute/:id/answers',
  access: 'admin',
  right: 'payments',
  message: '',
  input: z.strictObject({ id: Id }),
  output: z.object({
    canAnswer: z.boolean(), // false where the dispute or its gateway takes no answer
    answers: z.array(DisputeAnswer), // the newest first
  }),
})

/** Sends the evidence to the gateway, which passes it on to the bank. It cannot be taken back. */
export const answerDispute = endpoint({
  method: 'POST',
  path: '/dispute/:id/answers',
  access: 'admin',
  right: 'payments',
  confirm: true,
  message: 'The answer is on its way',
  input: z.strictObject({
    id: Id,
    words: text(ANSWER_LENGTH_MAX).min(1, 'Enter what the bank should know'),
  }),
  output: NoOutput,
})
