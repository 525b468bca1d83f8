import { isSame, readJson } from '#connectors/messages.ts'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { wasSentWithin } from '#connectors/suppliers/outcomes.ts'
import type {
  DispatchOutcome,
  Dispatch,
  Supplier,
  RefusedFor,
} from '#connectors/suppliers/supplier.ts'
import { deliveryPatience, notSent, unlessHeard } from '#connectors/suppliers/wire.ts'
import { patience, Written } from '#connectors/request-json.ts'
import type { DigiflazzAsk } from './digiflazz-ask.ts'

const CURRENCY = 'IDR'
const REFERENCE_KEPT_MS = 90 * 24 * 60 * 60 * 1000

const Transaction = z.object({
  ref_id: Written.nullish(),
  status: z.string().nullish(),
  rc: Written,
  message: z.string().nullish(),
  sn: z.string().nullish(),
  price: Written.nullish(),
})
const CallbackBody = z.object({ data: z.object({ ref_id: z.string().nullish() }).nullish() })

const NOT_FINAL = ['01', '03', '99'] // pending, even if `status` says that it failed
const TURNED_AWAY = ['41', '45', '83', '85'] // the caller, its address or its rate was refused, not the order
const OF_THE_QUESTION = [...TURNED_AWAY, '40', '42', '49', '50', '80', '81', '82'] // not about the earlier order
const UNCLEAR = ['42', '49'] // an error on the way, or a reference already used with another product

const WHYS: Partial<Record<RefusedFor, string[]>> = {
  balance: ['44', '61'],
  player: ['51', '52', '54', '57', '59'],
  product: ['43', '50', '53', '55', '71'],
  stock: ['56', '58', '60', '62', '63', '64', '65', '66', '67', '68'],
  price: ['69'],
}

type Orders = Required<Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable' | 'readCallback'>>

/** Traces an order by sending it again: a known reference returns the order's current state. */
export function createDigiflazzOrders(ask: DigiflazzAsk, webhookSecret: string): Orders {
  async function order(dispatch: Dispatch, signal: AbortSignal) {
    const fields = {
      buyer_sku_code: dispatch.serviceId,
      customer_no: `${dispatch.playerId}${dispatch.zoneId}`,
      ref_id: dispatch.reference,
      cb_url: dispatch.callbackUrl,
    }
    const answer = Transaction.parse(
      await ask({ path: '/transaction', word: dispatch.reference, fields, signal }),
    )
    if (answer.ref_id && answer.ref_id !== dispatch.reference)
      throw new Error(`Digiflazz reported another order: ${answer.ref_id}`)
    return { ...answer, fault: new Error(`Digiflazz said ${answer.rc}: ${answer.message}`) }
  }

  async function deliver(dispatch: Dispatch): Promise<DispatchOutcome> {
    const { fault, ...answer } = await order(dispatch, deliveryPatience())
    if (TURNED_AWAY.includes(answer.rc)) return notSent(fault)
    if (UNCLEAR.includes(answer.rc)) throw fault
    return toOutcome(answer)
  }

  return {
    deliver: (dispatch) => deliver(dispatch).catch(unlessHeard),

    async trace(dispatch, now = new Date()) {
      if (!isRepeatable(dispatch, now))
        throw new Error('Digiflazz would treat an order this old as a new one')
      const { fault, ...answer } = await order(dispatch, patience())
      if (OF_THE_QUESTION.includes(answer.rc)) throw fault
      return toOutcome(answer)
    },

    isRepeatable,

    readCallback({ headers, body }) {
      if (!isSigned(headers['x-hub-signature'], webhookSecret, body)) return null
      const callback = CallbackBody.safeParse(readJson(body)).data
      return { reference: callback?.data?.ref_id || null, providerOrderId: null } // a ping has no reference
    },
  }
}

/**
 * Treats `sn` as a voucher code. It may be a plain serial number, but the answer does not tell which. Replaces
 * semicolons, because nodes of version 0.1.0 take what follows one for a code.
 */
function toOutcome({
  status,
  rc,
  message,
  sn,
  price,
}: z.output<typeof Transaction>): DispatchOutcome {
  const common = { providerOrderId: null, words: (message ?? '').replaceAll(';', ',') }
  if (status === 'Sukses') {
    const cost = price ? { amount: price, currency: CURRENCY } : null
    return { ...common, is: 'delivered', cost, ...(sn && { codes: [sn] }) }
  }
  if (status !== 'Gagal' || NOT_FINAL.includes(rc)) return { ...common, is: 'pending' }
  const whys = Object.keys(WHYS) as RefusedFor[]
  return { ...common, is: 'refused', why: whys.find((why) => WHYS[why]!.includes(rc)) ?? 'other' }
}

/** Rejects everything if no secret is set, because anybody could sign with an empty one. */
const isSigned = (signature: unknown, secret: string, body: Buffer): boolean =>
  secret !== '' &&
  isSame(String(signature), `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`)

const isRepeatable = (dispatch: Dispatch, now: Date): boolean =>
  wasSentWithin(dispatch, REFERENCE_KEPT_MS, now)
