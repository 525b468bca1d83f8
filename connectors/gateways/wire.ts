import { z } from 'zod'
import { Written } from '#connectors/request-json.ts'
import type { GatewayDispute, Opening, GatewayRefundStatus } from '#connectors/gateways/gateway.ts'

/** State of a refund that the gateway has given no id. */
export const withoutNumber = (is: GatewayRefundStatus['is'], reason = ''): GatewayRefundStatus => ({
  is,
  gatewayId: null,
  bankReference: null,
  reason,
})

/** The customer's ten-digit phone number. Only for gateways that declare `phone` in their `needs`. */
export function phoneOf({ phone }: Opening['customer']): string {
  if (!phone) throw new Error('This gateway needs the customer’s phone number')
  return phone.slice(-10)
}

const OURS = /^[PR][A-Z0-9]{20,24}$/

/** Keeps values that look like our references, each once. Gateways also report payments that are not the shop's. */
export const referencesIn = (values: unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string' && OURS.test(value)) as string[]),
]

/** Null if the text is not a valid time. */
export function toMoment(text: string): Date | null {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** Reads times such as `2026-01-01 05:30:00`, which are in Indian time. */
export const toIndianMoment = (text: string | null | undefined): Date | null =>
  text ? toMoment(`${text.replace(' ', 'T')}+05:30`) : null

/** Reads paise or cents digit by digit, because floats would lose one now and then. */
export function readHundredths(amount: string): number {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? []
  if (whole === undefined) throw new Error(`${amount} isn’t an amount of money`)
  return Number(`${whole}${decimals.padEnd(2, '0')}`)
}

/** An amount in a settlement, which may be negative. Rounded, because taxes may have parts of a paisa. */
export const SettledAmount = Written.transform((text, { issues }) => {
  const major = text.trim() === '' ? NaN : Number(text)
  if (Number.isFinite(major)) return Math.round(Number((major * 100).toFixed(3)))
  issues.push({ code: 'custom', input: text, message: `“${text}” isn’t an amount` })
  return z.NEVER
})

/** For gateways that tell no movements of a dispute's money. They take it when the dispute is lost. */
export const takenAt = (state: GatewayDispute['state'], amount: number): number =>
  state === 'lost' ? amount : 0

/** Marks a payment whose last try failed: it has tries, and all of them failed. */
export const failedTry = (hasFailed: boolean): { hasFailedTry?: true } =>
  hasFailed ? { hasFailedTry: true } : {}

export const toPdf = (bytes: Uint8Array<ArrayBuffer>): Blob =>
  new Blob([bytes], { type: 'application/pdf' })

const REFUSED = [400, 404, 409, 413, 422]

type Refused = { status: number; words: string; fault: Error }

/** Why a gateway refuses something for good. Throws where another try may succeed. */
export function refusedIn({ status, words, fault }: Refused): string {
  if (!REFUSED.includes(status)) throw fault
  return words || `It answered ${status}`
}

/** Reads each item by itself, so that an unreadable one hides no other. */
export const readEach = <T>(items: unknown[], read: (item: unknown) => T): (T | Error)[] =>
  items.map((item) => {
    try {
      return read(item)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    }
  })
