import type { Opening, RefundStanding } from './gateway.ts'

/** Of a refund that the gateway has no number for. */
export const withoutNumber = (is: RefundStanding['is'], reason = ''): RefundStanding => ({
  is,
  gatewayId: null,
  bankReference: null,
  reason,
})

/** For a gateway that has declared that it needs the phone number. */
export function phoneOf({ phone }: Opening['customer']): string {
  if (!phone) throw new Error('This gateway needs the phone number of the customer')
  return phone.slice(-10)
}

const OURS = /^[PR][A-Z0-9]{20,24}$/

/** Those that may be references of ours, each once: a gateway also writes of what is not the shop's. */
export const referencesIn = (values: unknown[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string' && OURS.test(value)) as string[]),
]

/** What is not JSON has nothing to say. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** What is no moment is not known. */
export function toMoment(text: string): Date | null {
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** `2026-01-01 05:30:00` on the wall of an office in India. */
export const toIndianMoment = (text: string | null | undefined): Date | null =>
  text ? toMoment(`${text.replace(' ', 'T')}+05:30`) : null

/** Two decimals, always. */
export const toRupees = (paise: number): string =>
  `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

/** Digit by digit: a float would lose a paisa here and there. */
export function toPaise(rupees: string): number {
  const [, whole, decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(rupees) ?? []
  if (whole === undefined) throw new Error(`${rupees} is no amount in rupees`)
  return Number(`${whole}${decimals.padEnd(2, '0')}`)
}

/** Says of a payment that the last try failed, where there were tries and all of them did. */
export const failedTry = (hasFailed: boolean): { hasFailedTry?: true } =>
  hasFailed ? { hasFailedTry: true } : {}
