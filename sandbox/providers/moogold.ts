// MooGold. The exact bytes of the body are signed, with the time and the path.
import { MOOGOLD } from '#sandbox/credentials.ts'
import { findGamePlayer } from '#sandbox/game-players.ts'
import { json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { hmacSha256, isNow, isSame, PACKS, provider, toMoney } from './provider.ts'

const CLOCK_TOLERANCE_SECONDS = 300
const BASE = '/wp-json/v1/api'
const BASIC = `Basic ${Buffer.from(`${MOOGOLD.partnerId}:${MOOGOLD.secretKey}`).toString('base64')}`

const DOWN = json(
  { code: 'internal_server_error', message: 'There has been a critical error' },
  503,
)

type Method = (fields: Fields) => Answer

const METHODS: Record<string, Method> = {
  'user/balance': () => json({ currency: 'USD', balance: '832.21' }),
  'product/product_detail': ({ product_id }) =>
    product_id ? json(toDetail(String(product_id))) : fail('113', 'Product ID is missing'),
  'product/validate': validate,
}

const toDetail = (product: string) => ({
  Product_Name: `Product ${product}`,
  Image_URL: '',
  Variation: PACKS.map(({ number, dollars }) => ({
    variation_name: `Product ${product} - ${number}`,
    variation_id: number,
    variation_price: toMoney(dollars),
  })),
  fields: ['User ID', 'Server'],
})

function validate({ data }: Fields): Answer {
  const fields = (typeof data === 'object' && data !== null ? data : {}) as Fields
  if (!fields['product-id']) return fail('113', 'Product ID is missing')
  const player = findGamePlayer(fields['User ID'])
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown') return json({ status: false, message: 'Invalid User ID or Server' })
  return json({ status: true, message: 'Player found', username: player.name })
}

const fail = (code: string, message: string, status = 200) =>
  json({ status: false, err_code: code, err_message: message }, status)

const answerAs = (path: string, method: Method) => async (call: Call) => {
  const { authorization, timestamp, auth } = call.headers
  const body = await call.readText()
  const isSigned = isSame(auth, hmacSha256(MOOGOLD.secretKey, `${body}${timestamp}${path}`))
  if (!isSame(authorization, BASIC) || !isSigned || !isNow(timestamp, CLOCK_TOLERANCE_SECONDS))
    return fail('422', 'You are not authorized', 401)
  const fields = (await call.readFields()) ?? {}
  return fields['path'] === path ? method(fields) : fail('418', 'Path mismatch')
}

export const moogold = (world: World): Player =>
  provider(world, {
    name: 'moogold',
    title: 'Packs (MooGold)',
    down: DOWN,
    calls: Object.fromEntries(
      Object.entries(METHODS).map(([path, method]) => [
        `POST ${BASE}/${path}`,
        answerAs(path, method),
      ]),
    ),
  })
