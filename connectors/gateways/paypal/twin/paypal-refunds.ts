// PayPal's refunds.
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { letters } from '#sandbox/gateways/deals.ts'
import type { Deal, Repayment } from '#sandbox/gateways/gateway.ts'
import { refundable } from '#sandbox/gateways/repayments.ts'
import { NAME } from './paypal-orders.ts'
import { dataOf, fail, missing, refuse, toRefund } from './paypal-wire.ts'

const NOTE_MAX = 255

type Amount = { currency_code?: unknown; value?: unknown } | undefined

export function createRefunds(deps: SandboxDeps, url: string) {
  const { deals } = deps
  const byKey = new Map<string, { deal: Deal; repayment: Repayment }>()

  async function send(call: Call): Promise<Answer> {
    const key = String(call.headers['paypal-request-id'] ?? '')
    const known = byKey.get(key)
    if (known) return json(toRefund(url, known.deal, known.repayment))
    const captureId = call.url.pathname.split('/').at(-2)!
    const deal = deals.findWhere(NAME, ({ attempts }) =>
      attempts.some(({ id }) => id === captureId),
    )
    const captured = deal?.attempts.find(({ id, state }) => id === captureId && state === 'success')
    if (!deal || !captured) return missing()
    const fields = (await call.readFields()) ?? {}
    if (String(fields['note_to_payer'] ?? '').length > NOTE_MAX)
      return fail(400, 'INVALID_REQUEST', 'INVALID_STRING_LENGTH', 'note_to_payer')
    const left = refundable(deal, captureId)
    const { currency_code = captured.currency, value } = (fields['amount'] as Amount) ?? {}
    if (currency_code !== captured.currency)
      return refuse('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the capture’s currency.')
    const amount = value === undefined ? left : Math.round(Number(value) * 100)
    if (left === 0)
      return refuse('CAPTURE_FULLY_REFUNDED', 'The capture has already been refunded.')
    if (!(amount > 0 && amount <= left))
      return refuse(
        'REFUND_AMOUNT_EXCEEDED',
        'The refund amount must be less than the amount left.',
      )
    return repay(deal, { amount, captureId, key, fields })
  }

  type Wanted = { amount: number; captureId: string; key: string; fields: Record<string, unknown> }

  function repay(deal: Deal, { amount, captureId, key, fields }: Wanted): Answer {
    const id = letters(17).toUpperCase()
    const [customId, invoiceId] = [fields['custom_id'], fields['invoice_id']].map((text) =>
      text === undefined ? undefined : String(text),
    )
    const kept = dataOf(deal)
    kept.refunds = { ...kept.refunds, [id]: { customId, invoiceId } }
    const input = { id, amount, attemptId: captureId }
    const repaid = deals.repay(deal, { ...input, reference: customId ?? id })
    // PayPal does not interpret the custom id: the same one under another key is another refund.
    const repayment = repaid === 'twice' ? deals.repay(deal, { ...input, reference: id }) : repaid
    if (typeof repayment === 'string') return refuse('REFUND_AMOUNT_EXCEEDED', repayment)
    if (key) byKey.set(key, { deal, repayment })
    return json(toRefund(url, deal, repayment), 201)
  }

  return {
    calls: {
      'POST /v2/payments/captures/*/refund': send,
      'GET /v2/payments/refunds/*': (call: Call) => find(deps, url, call),
    },
    forgetKeys: () => byKey.clear(),
  }
}

function find({ deals }: SandboxDeps, url: string, call: Call): Answer {
  const wanted = call.url.pathname.split('/').at(-1)
  const deal = deals.findWhere(NAME, ({ repayments }) => repayments.some(({ id }) => id === wanted))
  const repayment = deal?.repayments.find(({ id }) => id === wanted)
  return deal && repayment ? json(toRefund(url, deal, repayment)) : missing()
}
