import { z } from 'zod'

/** Every job by its name, with what it is told. Who does it, app.ts says. */
export const JOB_PAYLOADS = {
  'send-code': z.object({ challengeId: z.string() }),
  'send-notice': z.object({
    notice: z.enum(['welcome', 'password-changed', 'email-changed', 'account-deleted']),
    to: z.string(),
    fullName: z.string(),
  }),
  'send-order-mail': z.object({
    orderId: z.string(),
    news: z.enum(['paid', 'completed', 'failed', 'cancelled', 'refunded']),
  }),
  'clean-up': z.unknown(),
  'sweep-images': z.unknown(),
  'account-deleted': z.object({ userId: z.string() }),
  'announcement-ended': z.object({ announcementId: z.string() }),
  'follow-rate': z.unknown(),
  'forget-regions': z.unknown(),
  'seal-ledger': z.unknown(),
  'fold-order-counts': z.unknown(),
  'count-purchases': z.unknown(),
  'close-months': z.unknown(),
  'tell-winner': z.object({ period: z.string(), rank: z.int() }),
} as const satisfies Record<string, z.ZodType>

export type JobName = keyof typeof JOB_PAYLOADS
export type JobPayload<Name extends JobName> = z.output<(typeof JOB_PAYLOADS)[Name]>
