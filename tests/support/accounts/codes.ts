import {
  forgotPassword,
  loginOtp,
  sendEmailOtp,
  sendOtp,
  verifyOwnEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import type { Answer, Member } from './people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

/** A code as its owner has it: `q` is kept by the page, `code` is in the message. */
export type SentCode = { q: string; code: string }

type Shop = Pick<TestShop, 'inbox' | 'visitor'>

/** Requests a code by email and reads it from the inbox. */
export const askByEmail = (shop: Shop, email: string) =>
  readAfter(shop, email, () => shop.visitor.call(forgotPassword, { email }))

/** Requests a sign-in code by SMS, for a verified phone. */
export const askBySms = (shop: Shop, phone: string) =>
  readAfter(shop, phone, () => shop.visitor.call(loginOtp, { phone }))

/** Requests a code that verifies a phone for the member's account. */
export const askForOwnPhone = (shop: Shop, member: Member, phone = member.phone) =>
  readAfter(shop, phone, () => member.call(sendOtp, { phone }))

/** Requests a code that verifies the email of the member's own account. */
export const askForOwnEmail = (shop: Shop, member: Member) =>
  readAfter(shop, member.email, () => member.call(sendEmailOtp, {}))

async function readAfter(
  { inbox }: Shop,
  to: string,
  ask: () => Promise<Pick<Answer<typeof forgotPassword>, 'status' | 'message' | 'data'>>,
): Promise<SentCode> {
  const before = await inbox.countCodes(to)
  const { status, message, data: q } = await ask()
  if (status !== 200) throw new Error(message)
  return { q, code: await inbox.readCode(to, before) }
}

/** A code that differs from the right one. */
export const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

export async function proveEmail(shop: Shop, member: Member): Promise<void> {
  await member.call(verifyOwnEmail, await askForOwnEmail(shop, member))
}

export async function provePhone(shop: Shop, member: Member): Promise<void> {
  const { data } = await member.call(verifyPhone, await askForOwnPhone(shop, member))
  member.tokens = data
}
