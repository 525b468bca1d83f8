import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { login, signup } from '#contract/accounts/auth.ts'
import type { Endpoint, Input, Output, Reply } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/errors/errors.ts'
import { toRequest, type WireRequest } from '#contract/core/request.ts'
import { getUser } from '#contract/accounts/users.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

export type Answer<E extends Endpoint> = {
  status: number
  headers: Headers
  message: string
  code: RefusalCode | undefined
  errors: { field: string; message: string }[]
  data: Output<E>
  reply: Reply // as received
}

export type Tokens = { accessToken: string; refreshToken: string }

/** A client of one person, such as a browser, signed in or not. */
export type Person = {
  url: string
  tokens: Tokens | null
  headers: Record<string, string>
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>>
  /** Sends anything, including input that the contract would refuse. */
  send(method: string, address: string, body?: unknown): Promise<Answer<Endpoint>>
}

export type Member = Person & {
  id: string
  email: string
  phone: string
  password: string
  tokens: Tokens
}

export function createPerson(url: string, tokens: Tokens | null = null): Person {
  const person: Person = {
    url,
    tokens,
    headers: {},
    async call(endpoint, input) {
      const answer = await request(person, toRequest(endpoint, input))
      const isGood = answer.status === 200
      const data = isGood ? z.decode(endpoint.output, answer.data as never) : answer.data
      return { ...answer, data: data as never }
    },
    send: (method, address, body) => request(person, { method, address, ...encode(body) }),
  }
  return person
}

function encode(body: unknown): Pick<WireRequest, 'body' | 'headers'> {
  if (body === undefined) return { body: null, headers: {} }
  if (body instanceof FormData) return { body, headers: {} }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

type Sent = Omit<WireRequest, 'method'> & { method: string }

async function request(
  { url, tokens, headers }: Person,
  { address, ...sent }: Sent,
): Promise<Answer<Endpoint>> {
  const response = await fetch(`${url}${address}`, {
    ...sent,
    headers: {
      ...sent.headers,
      ...(tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}),
      ...headers,
    },
  })
  const reply = (await response.json()) as Reply
  const refusal = reply.success ? null : reply
  return {
    status: response.status,
    headers: response.headers,
    message: reply.message,
    code: refusal?.code as RefusalCode | undefined,
    errors: refusal?.errors ?? [],
    data: reply.data as never,
    reply,
  }
}

/** A visitor with their own network address, in shops that trust the header. */
export function fromAddress(url: string, address: string): Person {
  const person = createPerson(url)
  person.headers['x-forwarded-for'] = address
  return person
}

/** Sends the cookies of an answer with every later call, as a browser does. */
export function keepCookie(person: Person, { headers }: Pick<Answer<Endpoint>, 'headers'>): void {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  person.headers['cookie'] = cookies.join('; ')
}

/** Counts answers by status, such as { 200: 1, 409: 19 }. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

export const PASSWORD = 'Passw0rd!'

/** Random, so that tests can run side by side. */
export const newEmail = (name: string) =>
  `${name.toLowerCase().replaceAll(' ', '.')}.${randomInt(2 ** 47)}@example.com`
export const newPhone = () => String(randomInt(6_000_000_000, 9_999_999_999))

type Entrance = Pick<TestShop, 'url'> & Partial<Pick<TestShop, 'addAccount'>>

/** A new person with an account, signed in. Shops in this process add it directly, and send no welcome mail. */
export async function signUp(shop: Entrance, fullName: string): Promise<Member> {
  if (!shop.addAccount) return signUpByCall(shop, fullName)
  const details = { email: newEmail(fullName), phone: newPhone(), password: PASSWORD }
  const added = await shop.addAccount({ fullName, ...details })
  return Object.assign(createPerson(shop.url), details, added)
}

/** Signs up through the API, like a customer. */
export async function signUpByCall(shop: Pick<TestShop, 'url'>, fullName: string): Promise<Member> {
  const email = newEmail(fullName)
  const phone = newPhone()
  const person = createPerson(shop.url)
  const { data, message } = await person.call(signup, {
    fullName,
    email,
    phone,
    password: PASSWORD,
    takesNews: true,
  })
  if (!data) throw new Error(message)
  return enter(person, { tokens: data, email, phone, password: PASSWORD })
}

/** Signs in the same person on another device. */
export async function logIn({ url, email, password, phone }: Member): Promise<Member> {
  const person = createPerson(url)
  const { data, message } = await person.call(login, { email, password })
  if (!data) throw new Error(message)
  return enter(person, { tokens: data, email, phone, password })
}

type Details = Pick<Member, 'tokens' | 'email' | 'phone' | 'password'>

async function enter(person: Person, details: Details): Promise<Member> {
  person.tokens = details.tokens
  const { data: user } = await person.call(getUser, {})
  return Object.assign(person, details, { id: user._id })
}

export async function signUpAdmin(
  shop: Entrance & Pick<TestShop, 'sql'>,
  fullName = 'Amrita Admin',
): Promise<Member> {
  const admin = await signUp(shop, fullName)
  await makeAdmin(shop.sql, admin.email)
  return admin
}
