// SEAGM. Every call is signed with all of its parameters; it knows no players.
import { SEAGM } from '#sandbox/credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { hmacSha256, isNow, isSame, PACKS, provider, segmentOf, toMoney } from './provider.ts'

const CLOCK_TOLERANCE_SECONDS = 120

const succeed = (data: unknown) => json({ code: 200, msg: 'OK', data })
const fail = (code: number, infoCode: number, message: string) =>
  json({ code, msg: 'Error', error_info: { info_code: infoCode, info_message: message } }, code)

const signed = (answer: (call: Call) => Answer) => (call: Call) => {
  const { signature, ...fields } = Object.fromEntries(call.url.searchParams)
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
  const isRight = isSame(signature, hmacSha256(SEAGM.secretKey, pairs.join('&')))
  if (fields['uid'] !== SEAGM.uid || !isRight) return fail(401, 20003, 'Signature error')
  if (!isNow(fields['timestamp'], CLOCK_TOLERANCE_SECONDS))
    return fail(401, 20004, 'Timestamp expired')
  return answer(call)
}

const me = { uid: SEAGM.uid, credits: 0, balance: '1250.00', currency: 'USD' }

const listTypes = (call: Call) =>
  succeed(
    PACKS.map(({ number, dollars }) => ({
      id: number,
      name: `${segmentOf(call, 2)} ${number}`,
      unit_price: toMoney(dollars),
      currency: 'USD',
    })),
  )

export const seagm = (world: World): Player =>
  provider(world, {
    name: 'seagm',
    title: 'Packs (SEAGM)',
    down: fail(503, 50000, 'Service unavailable'),
    calls: {
      'GET /v1/me': signed(() => succeed(me)),
      'GET /v1/recharge-categories/*/recharge-types': signed(listTypes),
    },
  })
