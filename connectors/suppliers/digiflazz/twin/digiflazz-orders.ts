import { createHmac, randomUUID } from 'node:crypto'
import { DIGIFLAZZ } from './credentials.ts'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { json, NO_ANSWER, type Answer, type Fields } from '#sandbox/http.ts'
import type { Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import { dollarsOf, readCallbackUrl, type Said } from '#sandbox/suppliers/supplier.ts'

export const DIGIFLAZZ_NAME = 'digiflazz'
export const RUPIAH_PER_DOLLAR = 16_000

const STATUS = { pending: 'Pending', delivered: 'Sukses', refused: 'Gagal' }
const CODES: Record<string, string> = {
  '00': 'Transaksi Sukses',
  '02': 'Transaksi Gagal',
  '03': 'Transaksi Pending',
  40: 'Payload Error',
  43: 'SKU tidak di temukan atau Non-Aktif',
  44: 'Saldo tidak cukup',
  49: 'Ref ID tidak unik',
  54: 'Nomor Tujuan Salah',
  66: 'Cut Off (Perbaikan Sistem Seller)',
}

/** Repeating a reference asks for the state of the order. */
export const transact =
  (dispatches: Dispatches) =>
  (fields: Fields): Said => {
    const text = (name: string) => String(fields[name] ?? '')
    const [serviceId, customer, reference] = ['buyer_sku_code', 'customer_no', 'ref_id'].map(text)
    if (!serviceId || !customer || !reference) return refuse('40', fields)
    const callbackUrl = readCallbackUrl(fields['cb_url'])
    if (callbackUrl === undefined || !isWellFormed(fields)) return refuse('40', fields)
    if (/\s/.test(customer)) return refuse('54', fields)
    const found = dispatches.find(DIGIFLAZZ_NAME, reference)
    if (found) {
      const isSame = found.serviceId === serviceId && found.more['customer'] === customer
      return isSame ? answer(dispatches, found) : refuse('49', fields)
    }
    const cost = dollarsOf(/\d+$/.exec(serviceId)?.[0] ?? '')
    if (cost === undefined) return refuse('43', fields)
    const player = toPlayer(customer)
    // Digiflazz has no final code for its own outages, so this uses the one for its sellers' outages.
    if (findGamePlayer(player.playerId).is === 'down') return refuse('66', fields)
    const taken = dispatches.take({
      provider: DIGIFLAZZ_NAME,
      reference,
      serviceId,
      ...player,
      cost,
      more: { customer, callbackUrl },
      tell: (order) => toWebhook(dispatches, order),
    })
    if (taken === 'no credit') return refuse('44', fields)
    return taken.isSilent ? NO_ANSWER : answer(dispatches, taken.order)
  }

const isWellFormed = ({ testing = false, max_price = 0 }: Fields): boolean =>
  typeof testing === 'boolean' && typeof max_price === 'number'

/**
 * Splits player and zone, which come without a separator. This works only for players with a fixed outcome, whose ids
 * are known.
 */
function toPlayer(customer: string) {
  const [, playerId = customer, zoneId = ''] = /^(90000000\d)(\d*)$/.exec(customer) ?? []
  return { playerId, zoneId }
}

function rcOf({ state, why }: Order): string {
  if (state === 'delivered') return '00'
  if (state === 'pending') return '03'
  return why === 'player' ? '54' : '02'
}

const toData = (dispatches: Dispatches, order: Order) => ({
  ref_id: order.reference,
  customer_no: order.more['customer'],
  buyer_sku_code: order.serviceId,
  message: CODES[rcOf(order)],
  status: STATUS[order.state],
  rc: rcOf(order),
  sn: order.state === 'delivered' ? `GEM${order.id}` : '',
  buyer_last_saldo: toRupiah(dispatches.credit(DIGIFLAZZ_NAME)),
  price: toRupiah(order.cost),
})

const answer = (dispatches: Dispatches, order: Order): Answer =>
  json({ data: toData(dispatches, order) }, order.state === 'refused' ? 400 : 200)

const refuse = (rc: string, { ref_id, customer_no, buyer_sku_code }: Fields): Answer =>
  json(
    {
      data: {
        ref_id,
        customer_no,
        buyer_sku_code,
        message: CODES[rc],
        status: 'Gagal',
        rc,
        sn: '',
        price: 0,
      },
    },
    400,
  )

export const toRupiah = (dollars: number): number => Math.round(dollars * RUPIAH_PER_DOLLAR)

function toWebhook(dispatches: Dispatches, order: Order) {
  const url = dispatches.registered(DIGIFLAZZ_NAME)?.url ?? String(order.more['callbackUrl'])
  if (!url) return null
  const body = JSON.stringify({ data: { trx_id: order.id, ...toData(dispatches, order) } })
  const signature = createHmac('sha1', DIGIFLAZZ.webhookSecret).update(body).digest('hex')
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Digiflazz-Hookshot',
      'x-digiflazz-event': 'update',
      'x-digiflazz-delivery': randomUUID(),
      'x-hub-signature': `sha1=${signature}`,
    },
    body,
  }
}
