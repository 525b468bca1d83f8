import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { NO_ANSWER, type Answer, type Call, type Fields, type Routes } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'

/** NO_ANSWER if the order is taken but the reply is never sent. */
export type Said = Answer | typeof NO_ANSWER
type Reply = (call: Call) => Said | Promise<Said>

type Company = {
  name: string
  title: string
  down: Answer // error in the supplier's format, when a fault strikes
  calls: Record<string, Reply> // by method and path without the supplier's prefix, such as 'POST /v1/cek-saldo'
}

/** A supplier of packs under its own path. All of its calls are subject to faults. */
export function supplier({ faults }: SandboxDeps, { name, title, down, calls }: Company): Player {
  const routes: Routes = {}
  for (const [route, reply] of Object.entries(calls)) {
    const [method, path] = route.split(' ')
    routes[`${method} /${name}${path}`] = async (call) => {
      const outcome = await faults.suffer(name, async () => reply(call))
      if (outcome.is === 'dropped') return NO_ANSWER
      return outcome.is === 'done' ? outcome.value : down
    }
  }
  return { name, title, faults: REPLY_FAULTS, routes }
}

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

export const hmacSha256 = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Compares case-sensitively, in constant time. */
export function isSame(one: unknown, other: string): boolean {
  const [left, right] = [Buffer.from(String(one)), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Reads the body for companies that accept only JSON. Undefined for anything else. */
export async function readJsonFields(call: Call): Promise<Fields | undefined> {
  const isJson = call.headers['content-type']?.startsWith('application/json') ?? false
  return isJson ? call.readFields() : undefined
}

/** Reads a callback address. Empty if none is given, undefined if it is not valid. */
export function readCallbackUrl(sent: unknown): string | undefined {
  const url = String(sent ?? '')
  return url === '' || /^https?:/.test(URL.parse(url)?.protocol ?? '') ? url : undefined
}

/** True if a time in seconds is close enough to now. */
export const isNow = (seconds: unknown, toleranceSeconds: number): boolean =>
  /^\d{1,12}$/.test(String(seconds)) &&
  Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds

/** A path segment, counted from the end. */
export const segmentOf = ({ url }: Call, fromEnd: number): string =>
  decodeURIComponent(url.pathname.split('/').at(-fromEnd) ?? '')

type Pack = { number: number; dollars: number }

/** Every supplier lists these for every game. The demo shop's packs use the same numbers. */
export const PACKS: Pack[] = Array.from({ length: 14 }, (_, index) => ({
  number: 1001 + index,
  dollars: Math.round(60 * 1.5 ** index) / 100,
}))

export const toMoney = (amount: number): string => amount.toFixed(2)

/** The price in dollars. Unlisted numbers have a price too; other text is not a pack. */
export const dollarsOf = (packId: string): number | undefined =>
  PACKS.find(({ number }) => String(number) === packId)?.dollars ??
  (/^\d+$/.test(packId) ? PACKS[0]!.dollars : undefined)
