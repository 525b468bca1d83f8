import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { REPLY_FAULTS } from '#sandbox/faults.ts'
import { NO_ANSWER, type Answer, type Call, type Fields, type Routes } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'

/** NO_ANSWER where the order is taken and the reply never sent. */
export type Said = Answer | typeof NO_ANSWER
type Reply = (call: Call) => Said | Promise<Said>

type Company = {
  name: string
  title: string
  down: Answer // when it is broken, in its own words
  calls: Record<string, Reply> // by method and path behind its own prefix: 'POST /v1/cek-saldo'
}

/** A provider of packs, below a path of its own; each of its calls suffers the faults in force. */
export function provider({ faults }: World, { name, title, down, calls }: Company): Player {
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

/** Both as they are written: capital letters are others. */
export function isSame(one: unknown, other: string): boolean {
  const [left, right] = [Buffer.from(String(one)), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Reads the body of a company that takes only JSON; undefined for anything else. */
export async function readJsonFields(call: Call): Promise<Fields | undefined> {
  const isJson = call.headers['content-type']?.startsWith('application/json') ?? false
  return isJson ? call.readFields() : undefined
}

/** Where a shop wants to be told: empty for nowhere, and undefined for what is no address. */
export function readCallbackUrl(sent: unknown): string | undefined {
  const url = String(sent ?? '')
  return url === '' || /^https?:/.test(URL.parse(url)?.protocol ?? '') ? url : undefined
}

/** Whether a time in seconds is of these minutes. */
export const isNow = (seconds: unknown, toleranceSeconds: number): boolean =>
  /^\d{1,12}$/.test(String(seconds)) &&
  Math.abs(Date.now() / 1000 - Number(seconds)) <= toleranceSeconds

/** The segment of a path, counted from its end. */
export const segmentOf = ({ url }: Call, fromEnd: number): string =>
  decodeURIComponent(url.pathname.split('/').at(-fromEnd) ?? '')

type Pack = { number: number; dollars: number }

/** What every provider has of every game; the demo shop's packs are called by the same numbers. */
export const PACKS: Pack[] = Array.from({ length: 14 }, (_, index) => ({
  number: 1001 + index,
  dollars: Math.round(60 * 1.5 ** index) / 100,
}))

export const toMoney = (amount: number): string => amount.toFixed(2)

/** In dollars; any number has a price, and what is none is no pack. */
export const dollarsOf = (packId: string): number | undefined =>
  PACKS.find(({ number }) => String(number) === packId)?.dollars ??
  (/^\d+$/.test(packId) ? PACKS[0]!.dollars : undefined)
