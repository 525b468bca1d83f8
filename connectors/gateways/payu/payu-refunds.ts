import { z } from 'zod'
import { writeHundredths } from '#contract/core/money.ts'
import { patience, Written } from '#connectors/request-json.ts'
import type {
  Gateway,
  GatewayRefundRequest,
  GatewayRefundStatus,
} from '#connectors/gateways/gateway.ts'
import type { Command } from './payu-command.ts'
import { readHundredths, withoutNumber } from '#connectors/gateways/wire.ts'

/** Codes that mean a final refusal. With any other code the refund may be under way, or may be sent once more. */
const REFUSED = new Set(['103', '105', '110', '111', '113', '116', '117', '124', '128', '230'])
const UNHEARD = withoutNumber('unknown')

const Action = z.object({
  request_id: Written.nullish(),
  amt: Written,
  action: z.string(),
  token: Written.nullish(),
  status: z.string(),
  bank_arn: Written.nullish(),
  bank_ref_num: Written.nullish(),
  remark: z.string().nullish(),
  error_message: z.string().nullish(),
})
type Action = z.output<typeof Action>

export function createRefunds(
  command: Command,
): Pick<Gateway, 'refund' | 'askRefund' | 'askRefunded'> {
  async function list(captureId: string, signal: AbortSignal): Promise<Action[]> {
    const variables = { var1: captureId, var2: 'payuid' }
    const { details, fault } = await command('check_action_status', variables, signal)
    const found = details?.[captureId]
    if (typeof found === 'string' && /no action status/i.test(found)) return []
    const actions = z.record(z.string(), Action).safeParse(found).data
    if (!actions) throw fault
    return Object.values(actions).filter(({ action }) => action.toLowerCase() === 'refund')
  }

  /** Looks for our reference among all refunds of the payment, so PayU's own id is not needed. */
  async function find(
    asked: GatewayRefundRequest,
    signal: AbortSignal,
  ): Promise<GatewayRefundStatus> {
    const all = await list(asked.payment.captureId, signal)
    const ours = all.filter(({ token }) => token === asked.reference)
    const standings = ours.map((action) => toStatus(action, asked))
    const best = (['done', 'asked', 'failed'] as const).map((is) =>
      standings.find((status) => status.is === is),
    )
    return best.find(Boolean) ?? UNHEARD
  }

  return {
    async refund(asked) {
      const signal = patience()
      const known = await find(asked, signal)
      if (known.is !== 'unknown') return known

      const { reply, isGood, code, words, fault } = await command(
        'cancel_refund_transaction',
        {
          var1: asked.payment.captureId,
          var2: asked.reference,
          var3: writeHundredths(asked.amount),
        },
        signal,
      )
      if (isGood) {
        const gatewayId = Written.safeParse(reply['request_id']).data ?? null
        return { ...withoutNumber('asked'), gatewayId }
      }
      if (REFUSED.has(code)) return withoutNumber('failed', words || code)
      const status = await find(asked, signal)
      if (status.is === 'unknown') throw fault
      return status
    },
    askRefund: (asked) => find(asked, patience()),

    async askRefunded({ captureId }) {
      const done = (await list(captureId, patience())).filter(isDone)
      return done.reduce((sum, { amt }) => sum + readHundredths(amt), 0)
    },
  }
}

const isDone = ({ status }: Action): boolean => status.toLowerCase() === 'success'

function toStatus(action: Action, asked: GatewayRefundRequest): GatewayRefundStatus {
  if (readHundredths(action.amt) !== asked.amount)
    throw new Error('PayU has this refund with other details')
  const status = action.status.toLowerCase()
  const is = isDone(action) ? 'done' : status.startsWith('fail') ? 'failed' : 'asked'
  return {
    is,
    gatewayId: action.request_id ?? null,
    bankReference: is === 'done' ? action.bank_arn || action.bank_ref_num || null : null,
    reason: is === 'failed' ? action.error_message || action.remark || 'PayU: refund failed' : '',
  }
}
