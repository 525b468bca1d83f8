import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import { patience, Written } from '#connectors/request-json.ts'
import type {
  Gateway,
  GatewayRefundRequest,
  GatewayRefundStatus,
} from '#connectors/gateways/gateway.ts'
import type { Call } from './paytm-call.ts'
import { readHundredths, withoutNumber } from '#connectors/gateways/wire.ts'

/** Codes that mean a final refusal. With any other code the refund may be under way, or may be sent once more. */
const REFUSED = new Set(['600', '607', '619', '627', '334'])
const NO_SUCH_REFUND = '631'
const UNHEARD = withoutNumber('unknown')

const Refund = z.object({
  mid: z.string().nullish(),
  refId: z.string().nullish(),
  refundId: Written.nullish(),
  refundAmount: Written.nullish(),
  refundDetailInfoList: z.array(z.object({ rrn: Written.nullish() })).nullish(),
})

const Order = z.object({ txnId: Written, refundAmt: Written })

export function createRefunds(
  call: Call,
  merchantId: string,
): Pick<Gateway, 'refund' | 'askRefund' | 'askRefunded'> {
  const requestOf = ({ reference, payment }: GatewayRefundRequest) => ({
    mid: merchantId,
    orderId: payment.reference,
    refId: reference,
  })

  async function find(
    asked: GatewayRefundRequest,
    signal: AbortSignal,
  ): Promise<GatewayRefundStatus> {
    const answered = await call('/v2/refund/status', requestOf(asked), { signal })
    return answered.code === NO_SUCH_REFUND ? UNHEARD : toStatus(answered, asked)
  }

  return {
    async refund(asked) {
      const signal = patience()
      const answered = await call(
        '/refund/apply',
        {
          ...requestOf(asked),
          txnType: 'REFUND',
          txnId: asked.payment.captureId,
          refundAmount: writeHundredths(asked.amount),
        },
        { signal },
      )
      if (answered.status !== 'TXN_FAILURE') return toStatus(answered, asked)

      // A reference works for one refund only, so a refusal may mean that this refund already exists.
      const status = await find(asked, signal)
      if (status.is !== 'unknown') return status
      if (!REFUSED.has(answered.code)) throw answered.fault
      return withoutNumber('failed', answered.words || answered.code)
    },
    askRefund: (asked) => find(asked, patience()),

    async askRefunded({ reference, captureId }) {
      const order = { mid: merchantId, orderId: reference }
      const { body, fault } = await call('/v3/order/status', order)
      const { data } = Order.safeParse(body)
      if (data?.txnId !== captureId) throw fault
      return readHundredths(data.refundAmt)
    },
  }
}

const STATUSES = { TXN_SUCCESS: 'done', PENDING: 'asked', TXN_FAILURE: 'failed' } as const

function toStatus(
  { body, status, words, fault }: Awaited<ReturnType<Call>>,
  asked: GatewayRefundRequest,
): GatewayRefundStatus {
  const refund = Refund.safeParse(body).data
  const is = STATUSES[status as keyof typeof STATUSES]
  if (!refund || !is || refund.refId !== asked.reference) throw fault
  const { refundAmount, refundId, refundDetailInfoList } = refund
  if (refundAmount && readHundredths(refundAmount) !== asked.amount)
    throw new Error('Paytm has this refund with other details')
  return {
    is,
    gatewayId: refundId ?? null,
    bankReference: refundDetailInfoList?.find(({ rrn }) => rrn)?.rrn ?? null,
    reason: is === 'failed' ? words : '',
  }
}
