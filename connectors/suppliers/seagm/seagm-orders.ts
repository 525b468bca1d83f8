import { isSame } from '#connectors/messages.ts'
import { z } from 'zod'
import { readJsonOrForm } from '#connectors/suppliers/callbacks.ts'
import {
  isUnclear,
  refused,
  unheard,
  wasSentWithin,
  whyInWords,
} from '#connectors/suppliers/outcomes.ts'
import type {
  DispatchOutcome,
  Dispatch,
  Supplier,
  RefusedFor,
  CallbackIds,
} from '#connectors/suppliers/supplier.ts'
import { deliveryPatience, notSent, remember, unlessHeard } from '#connectors/suppliers/wire.ts'
import { hmacSha256, patience, Written } from '#connectors/request-json.ts'
import { readSeagm, toEncodedText, toText, type SeagmCall } from './seagm-call.ts'

const DONE = '10003'
const FAILED = '10004'
const REFUNDED = '10005'
/** Nothing was ordered: SEAGM refused the caller, the shape of the request, or the pace of it. */
const TURNED_AWAY = [401, 403, 405, 412, 413, 429]
const WRONG_SIGNATURE = 409 // also the code of other conflicts
/** Final refusals. Null reads the reason from the words. 408, a time-out, is not one: the order may exist. */
const REFUSED: Record<number, RefusedFor | null> = {
  400: null,
  402: 'balance',
  404: null,
  406: 'product', // a field is missing that the product needs
}
const REPEATED_FOR_MS = 10 * 60 * 1000

const Field = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
const Type = z.object({ fields: z.array(Field).catch([]) })
const Order = z.object({
  id: Written.nullish(),
  mch_order_id: Written.nullish(),
  status_code: Written.nullish(),
  status: z.string().nullish(),
  refunded_reason: z.string().nullish(),
  pay_amount: Written.nullish(),
  currency: z.string().nullish(),
})

const CALLBACK_ANSWER = { contentType: 'text/plain; charset=utf-8', text: 'success' }

type Orders = Required<
  Pick<Supplier, 'deliver' | 'trace' | 'isRepeatable' | 'readCallback' | 'callbackAnswer'>
>

export function createSeagmOrders(call: SeagmCall, secretKey: string): Orders {
  /** The field names under which a pack expects the player's ids. */
  const readFields = remember(async (type, signal) => {
    const data = await readSeagm(call, `/recharge-types/${encodeURIComponent(type)}`, { signal })
    return Type.parse(data).fields
  })

  async function deliver(dispatch: Dispatch): Promise<DispatchOutcome> {
    const names = await readFields(dispatch.serviceId, patience()).catch(notSent)
    return 'is' in names ? names : order(dispatch, names).catch(unlessHeard)
  }

  async function order(dispatch: Dispatch, names: string[]): Promise<DispatchOutcome> {
    const [playerField = 'user_id', zoneField = 'zone_id'] = names
    const answer = await call('/recharge-orders', {
      fields: {
        type_id: dispatch.serviceId,
        buy_amount: '1',
        mch_order_id: dispatch.reference,
        [playerField]: dispatch.playerId,
        ...(dispatch.zoneId && { [zoneField]: dispatch.zoneId }),
      },
      isOrder: true,
      signal: deliveryPatience(),
    })
    const { isDone, code, words, data } = answer
    if (isDone) return toOutcome(data, dispatch)
    if (TURNED_AWAY.includes(code)) return notSent(words)
    const isAboutReference = /mch_order|repeat/i.test(words)
    if (code === WRONG_SIGNATURE && /signature/i.test(words) && !isAboutReference)
      return notSent(words)
    const why = REFUSED[code]
    if (isAboutReference || isUnclear(words) || why === undefined)
      throw new Error(`SEAGM answered ${code}, ${words}`)
    return refused(why ?? whyInWords(words), words)
  }

  return {
    deliver,

    async trace(dispatch) {
      const path = `/recharge-orders/${encodeURIComponent(dispatch.reference)}`
      const { isDone, code, words, data } = await call(path, {
        fields: { query_type: 'mchOrderId' },
      })
      if (isDone) return toOutcome(data, dispatch)
      const isUnknown = /order/i.test(words) && /not (found|exist)|no such/i.test(words)
      if (code === 404 || (code === 400 && isUnknown)) return unheard(words)
      throw new Error(`SEAGM answered ${code}, ${words}`)
    },

    /** It is undocumented how SEAGM treats a repeated reference. So repeats are allowed for ten minutes only. */
    isRepeatable: (dispatch, now) => wasSentWithin(dispatch, REPEATED_FOR_MS, now),

    readCallback: ({ body }) => readSigned(body, secretKey),
    callbackAnswer: CALLBACK_ANSWER,
  }
}

function toOutcome(data: unknown, { reference }: Dispatch): DispatchOutcome {
  const order = Order.parse(data)
  const { id, mch_order_id, status_code, status, refunded_reason, pay_amount, currency } = order
  if (mch_order_id && mch_order_id !== reference)
    throw new Error(`SEAGM reported another order: ${mch_order_id}`)
  const words = refunded_reason || status || ''
  const common = { providerOrderId: id ?? null, words }
  const cost = pay_amount && currency ? { amount: pay_amount, currency } : null
  if (status_code === DONE) return { ...common, is: 'delivered', cost }
  if (status_code === FAILED || status_code === REFUNDED)
    return { ...common, is: 'refused', why: whyInWords(words) }
  return { ...common, is: 'pending' }
}

const Scalar = z.union([z.string(), z.number()]).transform(String)
const Sent = z.record(z.string(), Scalar.nullable())

/** Accepts a form or JSON, signed over plain or encoded values. All four combinations occur in practice. */
function readSigned(body: Buffer, secretKey: string): CallbackIds | null {
  const { signature, ...fields } = readFields(body)
  const texts = [toText(fields), toEncodedText(fields)]
  const isRight = (text: string) =>
    isSame((signature ?? '').toLowerCase(), hmacSha256(secretKey, text))
  if (!texts.some(isRight)) return null
  return { reference: fields['mch_order_id'] || null, providerOrderId: fields['id'] || null }
}

/** Drops null values, because PHP leaves them out of the signature. */
function readFields(body: Buffer): Record<string, string> {
  const sent = Sent.safeParse(readJsonOrForm(body)).data ?? {}
  return Object.fromEntries(
    Object.entries(sent).filter((field): field is [string, string] => field[1] !== null),
  )
}
