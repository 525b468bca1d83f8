import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'
import { Email } from './people.ts'

/** Rule by which customers are asked for their age before they buy, and whose word counts if they are under 18. */
export const AgeRule = z.enum(['off', 'stated', 'parent'])
export type AgeRule = z.output<typeof AgeRule>

export const Age = z.enum(['adult', 'minor'])
export type Age = z.output<typeof Age>

/** The words that people agree to. The consent log keeps them as they were read. */
export const CONSENT_WORDS = {
  terms: 'By signing up, you accept our terms and conditions and our privacy policy.',
  guestTerms: 'By continuing, you accept our terms and conditions and our privacy policy.',
  news: 'Send me offers and news',
  adult: 'I’m 18 or older',
  minor: 'I’m under 18',
  minorWithParent: 'I’m under 18, and my parent or guardian agrees that I buy here',
  parent: 'I’m the parent or guardian, and I agree to purchases in this shop',
} as const

export const wordsOfAge = (age: Age, rule: AgeRule): string => {
  if (age === 'adult') return CONSENT_WORDS.adult
  return rule === 'parent' ? CONSENT_WORDS.minor : CONSENT_WORDS.minorWithParent
}

export const ParentState = z.enum(['asked', 'agreed', 'refused'])
export type ParentState = z.output<typeof ParentState>

const OwnAge = z.object({
  age: Age.nullable(),
  parent: z.object({ email: z.string(), state: ParentState }).nullable(),
})
export type OwnAge = z.output<typeof OwnAge>

export const getAge = endpoint({
  method: 'GET',
  path: '/user/age',
  access: 'signed-in',
  guests: true,
  message: '',
  input: NoInput,
  output: OwnAge,
})

/** States the age once. Only people who work in the shop can change it. */
export const stateAge = endpoint({
  method: 'PUT',
  path: '/user/age',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: '',
  input: z.strictObject({ age: Age }),
  output: OwnAge,
})

/** Mails a parent or guardian a link to the page on which they agree. A new address replaces the one before. */
export const askParent = endpoint({
  method: 'PUT',
  path: '/user/parent',
  access: 'signed-in',
  guests: true,
  limit: 'account',
  message: 'We’ve sent the email',
  input: z.strictObject({ email: Email('Please enter their email') }),
  output: OwnAge,
})

/** Forgets a customer's age, and the consent of their parent. They are asked again before they buy. */
export const askAgeAgain = endpoint({
  method: 'POST',
  path: '/user/:id/ask-age-again',
  access: 'admin',
  right: 'customers',
  message: 'They’ll be asked again',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

/** Token in the mail to a parent. It works until another address is asked or the account is deleted. */
const token = z.string().trim().max(200)

const ParentRequest = z.object({
  child: z.string(), // first name
  state: ParentState,
})

export const findParentRequest = endpoint({
  method: 'GET',
  path: '/parent-consent',
  access: 'anyone',
  message: '',
  input: z.strictObject({ token }),
  output: ParentRequest,
})

/** Agrees or withdraws, as often as the parent likes. */
export const answerAsParent = endpoint({
  method: 'POST',
  path: '/parent-consent',
  access: 'anyone',
  message: '',
  input: z.strictObject({ token, isAgreed: z.boolean() }),
  output: ParentRequest,
})
