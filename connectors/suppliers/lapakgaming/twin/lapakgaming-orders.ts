import { isIP } from 'node:net'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { json, NO_ANSWER, type Answer, type Call } from '#sandbox/http.ts'
import type { Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import {
  dollarsOf,
  readCallbackUrl,
  readJsonFields,
  type Said,
} from '#sandbox/suppliers/supplier.ts'

export const LAPAKGAMING_NAME = 'lapakgaming'
export const RUPIAH_PER_DOLLAR = 16_000
const WRONG_PRICE = 999_999
const VOUCHER = 'VCGS330-S22'
const COUNTRIES = ['id', 'my', 'ph', 'th', 'us', 'br', 'vn']
const HOYOVERSE = /^(GI|HSR|ZZZ|HI3)\d/ // Genshin Impact, Honkai: Star Rail, Zenless Zone Zero, Honkai Impact 3rd
const STAYS_PENDING = 'ML4649_883-S42'

/** Products that the test host of Lapakgaming reserves for errors. */
const REFUSED: Record<string, string> = {
  ASD: 'PRODUCT_NOT_FOUND',
  'ML156_16-S42': 'PRODUCT_EMPTY',
  'ML234_23-S2': 'PROVIDER_NOT_FOUND',
  'ML625_81-S2': 'PROVIDER_INACTIVE',
  'ML7740_1548-S42': 'INSUFFICIENT_BALANCE',
}

export const succeed = (data: unknown) => json({ code: 'SUCCESS', data })
export const fail = (code: string, status = 400) => json({ code, data: null }, status)
export const DOWN = fail('SYSTEM_ERROR', 500)
export const toRupiah = (dollars: number): number => Math.round(dollars * RUPIAH_PER_DOLLAR)

/** Lapakgaming accepts a repeated partner_reference_id as another order. It does not check players when ordering. */
export const createLapakgamingOrder =
  (dispatches: Dispatches) =>
  async (call: Call): Promise<Said> => {
    const fields = (await readJsonFields(call)) ?? {}
    const text = (name: string) => String(fields[name] ?? '')
    const [playerId, serviceId] = [text('user_id'), text('product_code')]
    const dollars = dollarsOf(/(\d+)(?:-S\d+)?$/.exec(serviceId)?.[1] ?? '')
    const code = whyRefused(playerId, serviceId)
    if (code) return fail(code)
    if (dollars === undefined) return fail('PRODUCT_NOT_FOUND')
    const callbackUrl = readCallbackUrl(fields['override_callback_url'])
    if (fields['count_order'] !== 1 || callbackUrl === undefined) return fail('UNKNOWN_ERROR')
    if (!COUNTRIES.includes(text('country_code') || 'id')) return fail('PRODUCT_NOT_FOUND')
    if (HOYOVERSE.test(serviceId) && isIP(text('end_user_ip_address')) === 0)
      return fail('UNKNOWN_ERROR') // these games require the buyer's IP address
    const price = fields['price']
    if (price === WRONG_PRICE || (price !== undefined && price !== toRupiah(dollars)))
      return fail('PRICE_NOT_MATCH')
    if (findGamePlayer(playerId).is === 'down') return DOWN
    const taken = dispatches.take({
      provider: LAPAKGAMING_NAME,
      reference: text('partner_reference_id'),
      serviceId,
      playerId,
      zoneId: text('additional_id'),
      cost: dollars,
      more: { callbackUrl },
      tell: toCallback,
    })
    if (taken === 'no credit') return fail('INSUFFICIENT_BALANCE')
    const { order, isSilent } = taken
    if (serviceId === STAYS_PENDING && order.state === 'delivered') order.state = 'pending'
    return isSilent ? NO_ANSWER : succeed({ tid: toTid(order), total_price: toRupiah(order.cost) })
  }

function whyRefused(playerId: string, serviceId: string): string | undefined {
  if (!playerId) return 'USER_ID_EMPTY'
  if (playerId.includes(' ')) return 'USER_ID_CONTAIN_SPACE'
  return REFUSED[serviceId]
}

export const readLapakgamingOrder =
  (dispatches: Dispatches) =>
  ({ url }: Call): Answer => {
    const [tid, reference] = ['tid', 'partner_reference_id'].map((name) =>
      url.searchParams.get(name),
    )
    const order = tid
      ? dispatches.findById(LAPAKGAMING_NAME, tid.slice(2))
      : dispatches.find(LAPAKGAMING_NAME, reference ?? '')
    return order ? succeed(toWire(order)) : fail('TID_NOT_FOUND')
  }

const STATUS = { pending: 'PENDING', delivered: 'SUCCESS', refused: 'REFUNDED' }

const toTid = ({ id }: Order) => `RA${id}`

function toWire(order: Order) {
  const isCode = order.serviceId === VOUCHER && order.state === 'delivered'
  return {
    tid: toTid(order),
    partner_reference_id: order.reference,
    status: STATUS[order.state],
    total_price: toRupiah(order.cost),
    transactions: [
      {
        voucher_code: isCode ? codeOf(order) : '',
        note: noteOf(order),
      },
    ],
  }
}

/** Derives the code by reversing the order's number, so that tests can tell the two apart. */
const codeOf = ({ id }: Order) => {
  const pin = id.split('').toReversed().join('')
  return `PIN : ${pin}\tSerial : S${pin}`
}

function noteOf({ state, why }: Order): string {
  if (state !== 'refused') return ''
  return why === 'player' ? 'Invalid User ID' : 'Failed at the publisher'
}

/** The callback has no signature. */
function toCallback(order: Order) {
  const url = String(order.more['callbackUrl'])
  if (!url) return null
  const { tid, partner_reference_id, status } = toWire(order)
  return {
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'SUCCESS', data: { tid, partner_reference_id, status } }),
  }
}
