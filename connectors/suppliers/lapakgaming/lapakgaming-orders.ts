import { z } from 'zod'
import { readJsonOrForm } from '#connectors/suppliers/callbacks.ts'
import { refused, unheard, wasSentWithin, whyInWords } from '#connectors/suppliers/outcomes.ts'
import type {
  DispatchOutcome,
  Dispatch,
  Supplier,
  RefusedFor,
} from '#connectors/suppliers/supplier.ts'
import { deliveryPatience, notSent, unlessHeard } from '#connectors/suppliers/wire.ts'
import { Written } from '#connectors/request-json.ts'
import type { LapakgamingCall } from './lapakgaming-call.ts'

const CURRENCY = 'IDR'
const SETTLED_AFTER_MS = 2 * 60 * 1000 // before that, an order may not be visible yet
const REPEATED_FOR_MS = 10 * 60 * 1000
const TOO_MANY = 429

const Ordered = z.object({ tid: Written })
const Status = z.object({
  tid: Written.nullish(),
  status: z.string(),
  total_price: Written.nullish(),
  transactions: z
    .array(z.object({ voucher_code: z.string().nullish(), note: z.string().nullish() }))
    .nullish(),
})
const Name = Written.nullish().catch(null)
const CallbackBody = z.object({ tid: Name, partner_reference_id: Name })
const Wrapped = z.object({ data: CallbackBody })

const WHYS: Record<string, RefusedFor> = {
  PRODUCT_NOT_FOUND: 'product',
  PROVIDER_NOT_FOUND: 'product',
  PROVIDER_INACTIVE: 'product',
  PRODUCT_EMPTY: 'stock',
  STOCK_NOT_FOUND: 'stock',
  PRICE_NOT_MATCH: 'price',
  USER_ID_CONTAIN_SPACE: 'player',
  USER_ID_EMPTY: 'player',
  INSUFFICIENT_BALANCE: 'balance',
}
const TURNED_AWAY = ['UNAUTHORIZED', 'NOT_ALLOWED']

type Orders = Required<Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable' | 'readCallback'>>

export function createLapakgamingOrders(call: LapakgamingCall): Orders {
  async function order(dispatch: Dispatch): Promise<DispatchOutcome> {
    const { status, code, data } = await call('/order', {
      body: {
        user_id: dispatch.playerId,
        ...(dispatch.zoneId && { additional_id: dispatch.zoneId }),
        count_order: 1,
        product_code: dispatch.serviceId,
        ...(dispatch.region && { country_code: dispatch.region.toLowerCase() }),
        partner_reference_id: dispatch.reference,
        override_callback_url: dispatch.callbackUrl,
        // Required for HoYoverse games. Nothing tells which products those are, so it is always sent.
        ...(dispatch.buyerAddress && { end_user_ip_address: dispatch.buyerAddress }),
      },
      signal: deliveryPatience(),
    })
    if (code === 'SUCCESS')
      return { is: 'pending', providerOrderId: Ordered.parse(data).tid, words: '' }
    if (status === TOO_MANY || TURNED_AWAY.includes(code)) return notSent(code)
    const why = WHYS[code]
    if (!why) throw new Error(`Lapakgaming answered ${code}`)
    return refused(why, code)
  }

  return {
    deliver: (dispatch) => order(dispatch).catch(unlessHeard),

    async trace(dispatch, now = new Date()) {
      const query = new URLSearchParams({ partner_reference_id: dispatch.reference })
      const { code, data } = await call(`/order_status?${query}`)
      if (code === 'SUCCESS') return toOutcome(data)
      if (code !== 'TID_NOT_FOUND') throw new Error(`Lapakgaming answered ${code}`)
      if (wasSentWithin(dispatch, SETTLED_AFTER_MS, now))
        throw new Error('Lapakgaming does not know the order yet')
      if (dispatch.providerOrderId)
        throw new Error('Lapakgaming lost an order that it had accepted')
      return unheard(code)
    },

    /**
     * It is unclear if Lapakgaming accepts a reference twice. So repeats are allowed only from two to ten minutes after
     * the first try.
     */
    isRepeatable: (dispatch, now) =>
      dispatch.firstSentAt === null ||
      (wasSentWithin(dispatch, REPEATED_FOR_MS, now) &&
        !wasSentWithin(dispatch, SETTLED_AFTER_MS, now)),

    /** The format is undocumented, so any body that names an order counts as a hint. */
    readCallback({ body }) {
      const said = readJsonOrForm(body)
      const callback = Wrapped.safeParse(said).data?.data ?? CallbackBody.safeParse(said).data
      if (!callback?.tid && !callback?.partner_reference_id) return null
      return {
        reference: callback.partner_reference_id || null,
        providerOrderId: callback.tid || null,
      }
    },
  }
}

function toOutcome(data: unknown): DispatchOutcome {
  const { tid, status, total_price: amount, transactions } = Status.parse(data)
  const parts = transactions ?? []
  const codes = parts.flatMap(({ voucher_code }) => voucher_code || [])
  const notes = codes.length > 0 ? [] : parts.flatMap(({ note }) => note || []) // a note may repeat the code
  const words = notes.join('; ') || status
  const common = { providerOrderId: tid ?? null, words }
  if (status === 'SUCCESS') {
    const cost = amount ? { amount, currency: CURRENCY } : null
    return { ...common, is: 'delivered', cost, ...(codes.length > 0 && { codes }) }
  }
  return status === 'REFUNDED'
    ? { ...common, is: 'refused', why: whyInWords(words) }
    : { ...common, is: 'pending' }
}
