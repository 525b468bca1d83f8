// G2Bulk. Players are told to everybody; nobody of an id is a 400 with a verdict.
import { G2BULK } from '#sandbox/credentials.ts'
import { findGamePlayer } from '#sandbox/game-players.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { isSame, PACKS, provider, segmentOf, toMoney } from './provider.ts'

const fail = (message: string, status: number) => json({ success: false, message }, status)

const DOWN = fail('Service temporarily unavailable', 503)

const withKey = (answer: (call: Call) => Answer) => (call: Call) =>
  isSame(call.headers['x-api-key'], G2BULK.apiKey) ? answer(call) : fail('Invalid API key', 401)

async function checkPlayer(call: Call): Promise<Answer> {
  const { game, user_id } = (await call.readFields()) ?? {}
  if (!game || user_id === undefined) return fail('Failed to parse request body', 400)
  const player = findGamePlayer(user_id)
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return json({ valid: 'invalid', name: '', openid: '' }, 400)
  return json({ valid: 'valid', name: player.name, openid: '' })
}

const me = {
  success: true,
  user_id: 1001,
  username: 'gemstall',
  first_name: 'Gemstall',
  balance: 500.25,
}

const listCatalogue = (call: Call) =>
  json({
    success: true,
    game: { code: segmentOf(call, 2) },
    catalogues: PACKS.map(({ number, dollars }) => ({
      id: number,
      name: `Pack ${number}`,
      amount: Number(toMoney(dollars)),
    })),
  })

export const g2bulk = (world: World): Player =>
  provider(world, {
    name: 'g2bulk',
    title: 'Packs (G2Bulk)',
    down: DOWN,
    calls: {
      'GET /v1/getMe': withKey(() => json(me)),
      'GET /v1/games/*/catalogue': withKey(listCatalogue),
      'POST /v1/games/checkPlayerId': checkPlayer,
    },
  })
