import { createHash } from 'node:crypto'
import type { GatewayMethod } from '#contract/money/gateways.ts'
import { PAYU } from './credentials.ts'
import { toMoney } from '#sandbox/suppliers/supplier.ts'
import type { Attempt, Deal } from '#sandbox/gateways/gateway.ts'

type Fields = Record<string, string | undefined>

const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')

export const commandHash = (command: string, var1: string): string =>
  sha512(`${PAYU.merchantKey}|${command}|${var1}|${PAYU.salt}`)

const own = (fields: Fields) => [1, 2, 3, 4, 5].map((number) => fields[`udf${number}`] ?? '')

export function formHash(fields: Fields): string {
  const { key, txnid, amount, productinfo, firstname, email } = fields
  const first = [key, txnid, amount, productinfo, firstname, email, ...own(fields)].join('|')
  return sha512(`${first}||||||${PAYU.salt}`)
}

function resultHash(fields: Fields): string {
  const { key, txnid, amount, productinfo, firstname, email, status } = fields
  const udfs = own(fields).toReversed()
  const last = [...udfs, email, firstname, productinfo, amount, txnid, key].join('|')
  return sha512(`${PAYU.salt}|${status}||||||${last}`)
}

const STATUSES = {
  success: { status: 'success', unmappedstatus: 'captured', error: 'E000', words: 'No Error' },
  failed: { status: 'failure', unmappedstatus: 'failed', error: 'E1625', words: 'Bank declined' },
  pending: { status: 'pending', unmappedstatus: 'in progress', error: 'E000', words: 'No Error' },
} as const
const CLOSED = {
  status: 'failure',
  unmappedstatus: 'userCancelled',
  error: 'E1605',
  words: 'Cancelled by the user',
} as const

const MODES: Partial<Record<GatewayMethod, { mode: string; bankcode: string }>> = {
  card: { mode: 'DC', bankcode: 'VISA' },
  netbanking: { mode: 'NB', bankcode: 'HDFB' },
  'mobile-wallet': { mode: 'CASH', bankcode: 'AMON' },
  'pay-later': { mode: 'BNPL', bankcode: 'LAZYPAY' },
}

export function modeOf({ method }: Deal) {
  const own = MODES[method ?? 'upi'] ?? { mode: 'UPI', bankcode: 'UPI' }
  return { ...own, PG_TYPE: `${own.mode}-PG`, payment_source: 'payu' }
}

/** The result that a browser or a webhook brings to the shop. */
export function toResult(deal: Deal, attempt: Attempt | null): Record<string, string> {
  const { unmappedstatus, status, error, words } = attempt ? STATUSES[attempt.state] : CLOSED
  const { amount, at, utr } = attempt ?? { amount: deal.amount, at: Date.now(), utr: '' }
  const { productinfo, firstname, email, phone } = deal.more as Fields
  const udfs = own(deal.more as Fields).map((value, index) => [`udf${index + 1}`, value] as const)
  const fields = {
    key: PAYU.merchantKey,
    txnid: deal.reference,
    amount: toMoney(amount / 100),
    productinfo: productinfo ?? '',
    firstname: firstname ?? '',
    email: email ?? '',
    phone: phone ?? '',
    ...Object.fromEntries(udfs),
    ...modeOf(deal),
    mihpayid: attempt?.id ?? deal.id,
    status,
    unmappedstatus,
    discount: '0.00',
    net_amount_debit: status === 'success' ? toMoney(amount / 100) : '0.00',
    addedon: inIndia(at),
    field9: words,
    bank_ref_num: utr,
    error,
    error_Message: words,
  }
  return { ...fields, hash: resultHash(fields) }
}

/** PayU tells the card of a payment, or the UPI address. */
const toPayer = (attempt: Attempt) =>
  attempt.payer.includes('@') ? { mode: 'UPI', field3: attempt.payer } : toCard(attempt)

const toCard = ({ payer, payerName }: Attempt) => ({
  mode: 'CC',
  PG_TYPE: 'CC-PG',
  cardhash: createHash('sha512').update(payer).digest('hex'),
  card_no: `XXXXXXXXXXXX${payer.slice(-4)}`,
  name_on_card: payerName || null,
})

/** PayU's answer to a status request. */
export function toTransaction(deal: Deal): object {
  const attempt = deal.attempts.findLast(({ state }) => state === 'success') ?? deal.attempts.at(-1)
  const { status, unmappedstatus, error, words } = STATUSES[attempt?.state ?? 'pending']
  const { amount, at, utr, currency } = attempt ?? { ...deal, at: deal.createdAt, utr: '' }
  const { productinfo = '', firstname = '', udf1 = '' } = deal.more as Fields
  return {
    ...modeOf(deal),
    ...(attempt?.payer && toPayer(attempt)),
    mihpayid: attempt?.id ?? deal.id,
    request_id: '',
    bank_ref_num: utr || null,
    amt: toMoney(amount / 100),
    transaction_amount: toMoney(amount / 100),
    ...(currency !== 'INR' && { currency }),
    txnid: deal.reference,
    additional_charges: '0.00',
    productinfo,
    firstname,
    udf1,
    field9: words,
    error_code: error,
    error_Message: words,
    addedon: inIndia(at),
    net_amount_debit: status === 'success' ? toMoney(amount / 100) : '0.00',
    disc: '0.00',
    status,
    unmappedstatus: attempt ? unmappedstatus : 'initiated',
    Merchant_UTR: null,
    Settled_At: '0000-00-00 00:00:00',
  }
}

const OFFSET_MS = 19_800_000

/** Formats a time in India's time zone. */
export const inIndia = (at: number): string =>
  new Date(at + OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
