// Lapakgaming. A bearer's key and no signature; it knows no players.
import { LAPAKGAMING } from '#sandbox/credentials.ts'
import type { Answer, Call } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import {
  createLapakgamingOrder,
  DOWN,
  fail,
  LAPAKGAMING_NAME,
  readLapakgamingOrder,
  succeed,
  toRupiah,
} from './lapakgaming-orders.ts'
import { isSame, PACKS, provider, type Said } from './provider.ts'

const withKey = (answer: (call: Call) => Said | Promise<Said>) => (call: Call) =>
  isSame(call.headers.authorization, `Bearer ${LAPAKGAMING.apiKey}`)
    ? answer(call)
    : fail('UNAUTHORIZED', 401)

function listProducts({ url }: Call): Answer {
  const category = url.searchParams.get('category_code')
  if (!category) return fail('PRODUCT_NOT_FOUND')
  const products = PACKS.map(({ number, dollars }) => ({
    code: `${category}${number}-S2`,
    category_code: category,
    name: `${category} ${number}`,
    provider_code: 'S2',
    price: toRupiah(dollars),
    process_time: 1,
    country_code: url.searchParams.get('country_code') ?? 'id',
    status: 'available',
  }))
  return succeed({ products })
}

export const lapakgaming = (world: World): Player => {
  const { parcels } = world
  const readBalance = () => succeed({ balance: toRupiah(parcels.credit(LAPAKGAMING_NAME)) })
  return provider(world, {
    name: LAPAKGAMING_NAME,
    title: 'Packs (Lapakgaming)',
    down: DOWN,
    calls: {
      'GET /api/balance': withKey(readBalance),
      'GET /api/product': withKey(listProducts),
      'POST /api/order': withKey(createLapakgamingOrder(parcels)),
      'GET /api/order_status': withKey(readLapakgamingOrder(parcels)),
    },
  })
}
