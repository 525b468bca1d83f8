import { randomUUIDv7 } from 'node:crypto'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { enqueue } from '#server/platform/jobs/jobs.ts'
import * as rows from './capture-sql.ts'
import type { Captured } from '#connectors/gateways/gateway.ts'
import type { PaymentRow } from './sql.ts'

export { findCapture, hasPaid, hasPaidWallet, lockCapture, markSettled } from './capture-sql.ts'
export type { CaptureRow } from './capture-sql.ts'
export type { PaymentRow } from './sql.ts'
export { findPaymentByReference, listPaymentsOfOrder } from './sql.ts'

/**
 * Records what a gateway says it has captured, once for each of its own ids, with the job that books it. The caller has
 * locked the payment's row.
 */
export async function recordCaptured(
  { log, now }: Pick<Context, 'log' | 'now'>,
  tx: Tx,
  payment: PaymentRow,
  captured: Captured[],
): Promise<void> {
  for (const { id: gatewayPaymentId, amount, currency, bankReference, at, payer } of captured) {
    const capture = {
      id: randomUUIDv7(),
      paymentId: payment.id,
      gateway: payment.gateway,
      gatewayPaymentId,
      amount,
      currency,
      bankReference,
      capturedAt: at ?? now(),
      payer,
    }
    if (await rows.insertCapture(tx, capture)) {
      await enqueueSettling(tx, payment, capture.id)
      const { reference, purpose } = payment
      const told = {
        reference,
        purpose,
        gateway: payment.gateway,
        gatewayPaymentId,
        amount,
        currency,
      }
      tx.afterCommit(() => log.info(told, 'money captured'))
    } else await recognise({ log }, tx, capture)
  }
}

const SETTLING = { order: 'settle-order-payment', 'top-up': 'settle-top-up' } as const

/** Enqueues the job that books a capture. The job leaves a capture alone that is settled already. */
export const enqueueSettling = (
  tx: Tx,
  { purpose }: Pick<PaymentRow, 'purpose'>,
  captureId: string,
): Promise<void> => enqueue(tx, SETTLING[purpose], { captureId })

async function recognise(
  { log }: Pick<Context, 'log'>,
  tx: Tx,
  capture: rows.NewCapture,
): Promise<void> {
  if (capture.bankReference !== null) await rows.updateBankReference(tx, capture)
  const { gateway, gatewayPaymentId, paymentId } = capture
  const known = await rows.selectPaymentOfCapture(tx, capture)
  if (known !== paymentId)
    log.error({ gateway, gatewayPaymentId, known, paymentId }, 'one capture for two payments')
}
