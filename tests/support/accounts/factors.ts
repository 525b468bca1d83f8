import { addApp, beginApp } from '#contract/accounts/second-factor.ts'
import { codeOfStep, stepOf } from '#server/accounts/second-factor/totp.ts'
import type { Member } from './people.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Computes the code that an authenticator app shows for a typed secret. */
export function codeAt(typed: string, now: Date): string {
  const bits = typed
    .split('')
    .map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))
  return codeOfStep(Buffer.from(bytes), stepOf(now))
}

/** Sets up an authenticator app for a member who has no second factor yet. */
export async function setUpApp(member: Member, now = new Date()) {
  const begun = await member.call(beginApp, { password: member.password })
  const { secret } = begun.data
  const added = await member.call(addApp, { name: 'My phone', code: codeAt(secret, now) })
  return { secret, recoveryCodes: added.data.recoveryCodes! }
}
