import {
  forgotPassword,
  loginOtp,
  sendEmailOtp,
  sendOtp,
  verifyOwnEmail,
  verifyPhone,
} from '#contract/auth.ts'
import type { Answer, Member } from './people.ts'
import type { TestShop } from './shop.ts'

/** A code as its owner has it: what the page keeps, and what the message says. */
export type SentCode = { q: string; code: string }

type Shop = Pick<TestShop, 'inbox' | 'visitor'>

/** Asks for a code at an email and reads it there. */
export const askByEmail = (shop: Shop, email: string) =>
  readAfter(shop, email, () => shop.visitor.call(forgotPassword, { email }))

/** Asks for a code to sign in with at a verified phone. */
export const askBySms = (shop: Shop, phone: string) =>
  readAfter(shop, phone, () => shop.visitor.call(loginOtp, { phone }))

/** Asks for a code at a phone that is to be one's own. */
export const askForOwnPhone = (shop: Shop, member: Member, phone = member.phone) =>
  readAfter(shop, phone, () => member.call(sendOtp, { phone }))

/** Asks for a code that verifies the account's own email. */
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

/** Any other code. */
export const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0')

export async function proveEmail(shop: Shop, member: Member): Promise<void> {
  await member.call(verifyOwnEmail, await askForOwnEmail(shop, member))
}

export async function provePhone(shop: Shop, member: Member): Promise<void> {
  const { data } = await member.call(verifyPhone, await askForOwnPhone(shop, member))
  member.tokens = data
}
