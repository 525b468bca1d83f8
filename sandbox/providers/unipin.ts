// UniPin. It signs who, when and which path; a refusal may come with 200.
import { randomUUID } from 'node:crypto'
import { UNIPIN } from '#sandbox/credentials.ts'
import { findGamePlayer } from '#sandbox/game-players.ts'
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { hmacSha256, isNow, isSame, PACKS, provider, toMoney } from './provider.ts'

const CLOCK_TOLERANCE_SECONDS = 300

const DOWN = json({ status: 0, reason: 'Service unavailable' }, 503)

type Method = (fields: Fields) => Answer

const METHODS: Record<string, Method> = {
  'in-game-topup/detail': ({ game_code }) => succeed(toDetail(String(game_code))),
  'in-game-topup/user/validate': validate,
}

const toDetail = (code: string) => ({
  game: { game_code: code, game_name: code, game_category: 'In-Game Topup', game_status: 'active' },
  denominations: PACKS.map(({ number, dollars }) => ({
    id: String(number),
    name: `Pack ${number}`,
    currency: 'INR',
    amount: toMoney(dollars * 84),
  })),
  fields: [
    { name: 'userid', type: 'string' },
    { name: 'zoneid', type: 'string' },
  ],
})

function validate({ fields }: Fields): Answer {
  const player = findGamePlayer((fields as Fields | undefined)?.['userid'])
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return json({ status: 0, reason: 'Invalid User ID or Zone ID' })
  return succeed({ username: player.name, validation_token: randomUUID() })
}

const succeed = (more: object) => json({ status: 1, reason: 'Successful', ...more })
const fail = (message: string) => json({ status: 0, error: { message } })

const answerAs = (path: string, method: Method) => async (call: Call) => {
  const { partnerid, timestamp, auth } = call.headers
  if (partnerid !== UNIPIN.partnerId || call.headers['path'] !== path)
    return fail('Unauthorized partner or path')
  const isSigned = isSame(auth, hmacSha256(UNIPIN.secretKey, `${partnerid}${timestamp}${path}`))
  if (!isSigned) return fail('Invalid auth signature')
  if (!isNow(timestamp, CLOCK_TOLERANCE_SECONDS)) return fail('Invalid timestamp')
  const fields = (await call.readFields()) ?? {}
  return fields['game_code'] ? method(fields) : fail('Game not found')
}

export const unipin = (world: World): Player =>
  provider(world, {
    name: 'unipin',
    title: 'Packs (UniPin)',
    down: DOWN,
    calls: Object.fromEntries(
      Object.entries(METHODS).map(([path, method]) => [`POST /${path}`, answerAs(path, method)]),
    ),
  })
