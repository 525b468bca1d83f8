import { createHmac, timingSafeEqual } from 'node:crypto'
import { APP_CODE_LENGTH } from '#contract/accounts/second-factor.ts'

const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const SECRET_BYTES = 20 // the length of a SHA-1 hash

export const stepOf = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS)

/** RFC 6238 with the settings every app supports: SHA-1, six digits, half a minute. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 10 ** APP_CODE_LENGTH).padStart(APP_CODE_LENGTH, '0')
}

/** Finds the half minute a code belongs to; clocks may differ by one. Checks all three, so timing reveals nothing. */
export function findStep(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  const middle = stepOf(now)
  const fitting = [middle - 1, middle, middle + 1].filter((step) => {
    const right = Buffer.from(codeOfStep(secret, step))
    return given.length === right.length && timingSafeEqual(given, right)
  })
  return fitting.at(-1) ?? null
}

/** The encoding that people type into an app and that the QR code contains. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{1,5}/g) ?? []
  return letters.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

type Labelled = { secret: Buffer; issuer: string; email: string }

export const toUri = ({ secret, issuer, email }: Labelled): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?` +
  `secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
