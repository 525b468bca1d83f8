// UniPin. Signatures cover the partner, the time and the path, but not the body. Refusals may come with 200. It delivers
// within the request, and refuses with words that say so if that takes longer.
import { randomUUID } from 'node:crypto'
import { UNIPIN } from './credentials.ts'
import { findGamePlayer } from '#sandbox/players/game-players.ts'
import { json, NO_ANSWER, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import type { Order } from '#sandbox/suppliers/dispatches.ts'
import {
  dollarsOf,
  hmacSha256,
  isNow,
  isSame,
  supplier,
  readJsonFields,
  toMoney,
  type Said,
} from '#sandbox/suppliers/supplier.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const NAME = 'unipin'
const CLOCK_TOLERANCE_SECONDS = 300
const RUPEES_PER_DOLLAR = 84
const TOKENS_MAX = 10_000

const DOWN = json({ status: 0, reason: 'Service unavailable' }, 503)

type Method = (fields: Fields) => Said
type Validated = { game: string; playerId: string; zoneId: string }

const toDetail = (products: Products, code: string) => ({
  game: { game_code: code, game_name: code, game_category: 'In-Game Topup', game_status: 'active' },
  denominations: products.list(NAME, code).map(({ id, number, dollars }) => ({
    id,
    name: `Pack ${number}`,
    currency: 'INR',
    amount: toMoney(dollars * RUPEES_PER_DOLLAR),
  })),
  fields: [
    { name: 'userid', type: 'string' },
    { name: 'zoneid', type: 'string' },
  ],
})

function createMethods({
  dispatches,
  products,
}: Pick<SandboxDeps, 'dispatches' | 'products'>): Record<string, Method> {
  const tokens = new Map<string, Validated>() // each valid for one order

  return {
    'in-game-topup/list': () => succeed({ game_list: [] }),
    'in-game-topup/detail': ({ game_code }) =>
      game_code ? succeed(toDetail(products, String(game_code))) : fail('Game not found'),
    'in-game-topup/user/validate': validate,
    'in-game-topup/order/create': create,
    'in-game-topup/order/inquiry': ({ reference_no }) => {
      const order = dispatches.find(NAME, String(reference_no))
      return order ? tell(order) : fail('Order not found')
    },
  }

  function validate({ game_code, fields }: Fields): Answer {
    if (!game_code) return fail('Game not found')
    const { userid, zoneid = '' } = (fields ?? {}) as Fields
    const player = findGamePlayer(userid)
    if (player.is === 'down') return DOWN
    if (player.is === 'unknown') return refuse('Invalid User ID or Zone ID')
    const token = randomUUID()
    if (tokens.size >= TOKENS_MAX) tokens.delete(tokens.keys().next().value!)
    tokens.set(token, { game: String(game_code), playerId: String(userid), zoneId: String(zoneid) })
    return succeed({ username: player.name, validation_token: token })
  }

  function create(fields: Fields): Said {
    const token = String(fields['validation_token'])
    const validated = tokens.get(token)
    tokens.delete(token)
    if (!validated || validated.game !== fields['game_code'])
      return fail('Invalid validation token')
    const reference = String(fields['reference_no'] ?? '')
    if (!reference) return fail('Missing reference number')
    if (dispatches.find(NAME, reference)) return fail('Duplicate reference_no')
    const serviceId = String(fields['denomination_id'])
    const cost = dollarsOf(serviceId)
    if (cost === undefined) return fail('Denomination not found')
    const { playerId, zoneId } = validated
    const input = { provider: NAME, reference, serviceId, playerId, zoneId, cost } as const
    const taken = dispatches.take(input)
    if (taken === 'no credit') return refuse('Insufficient balance')
    return taken.isSilent ? NO_ANSWER : tell(taken.order)
  }
}

function tell({ state, reference, id, serviceId, cost }: Order): Answer {
  if (state === 'pending') return refuse('Transaction is being processed')
  if (state === 'refused') return refuse('Transaction failed')
  return succeed({
    reference_no: reference,
    transaction_number: id,
    amount: toMoney(cost * RUPEES_PER_DOLLAR),
    currency: 'INR',
    item_name: `Pack ${serviceId}`,
  })
}

const succeed = (more: object) => json({ status: 1, reason: 'Successful', ...more })
const refuse = (reason: string) => json({ status: 0, reason })
const fail = (message: string) => json({ status: 0, error: { message } })

const answerAs = (path: string, method: Method) => async (call: Call) => {
  const { partnerid, timestamp, auth } = call.headers
  if (partnerid !== UNIPIN.partnerId || call.headers['path'] !== path)
    return fail('Unauthorized partner or path')
  const isSigned = isSame(auth, hmacSha256(UNIPIN.secretKey, `${partnerid}${timestamp}${path}`))
  if (!isSigned) return fail('Invalid auth signature')
  if (!isNow(timestamp, CLOCK_TOLERANCE_SECONDS)) return fail('Invalid timestamp')
  const fields = await readJsonFields(call)
  return fields ? method(fields) : fail('Invalid request body')
}

const createPlayer = (deps: SandboxDeps): Player =>
  supplier(deps, {
    name: NAME,
    title: 'Packs (UniPin)',
    down: DOWN,
    calls: Object.fromEntries(
      Object.entries(createMethods(deps)).map(([path, method]) => [
        `POST /${path}`,
        answerAs(path, method),
      ]),
    ),
  })

export const twin: SupplierTwin = {
  name: NAME,
  title: 'UniPin',
  credentials: UNIPIN,
  addresses: { url: '/unipin' },
  currency: { code: 'INR', perDollar: RUPEES_PER_DOLLAR },
  createPlayer,
}
