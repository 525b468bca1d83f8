// Lapakgaming. A bearer's key and no signature; it knows no players.
import { LAPAKGAMING } from '#sandbox/credentials.ts'
import { json, type Answer, type Call } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { isSame, PACKS, provider } from './provider.ts'

const RUPIAH_PER_DOLLAR = 16_000

const succeed = (data: unknown) => json({ code: 'SUCCESS', data })
const fail = (code: string, status: number) => json({ code, data: null }, status)

const withKey = (answer: (call: Call) => Answer) => (call: Call) =>
  isSame(call.headers.authorization, `Bearer ${LAPAKGAMING.apiKey}`)
    ? answer(call)
    : fail('UNAUTHORIZED', 401)

function listProducts({ url }: Call): Answer {
  const category = url.searchParams.get('category_code')
  if (!category) return fail('PRODUCT_NOT_FOUND', 400)
  const products = PACKS.map(({ number, dollars }) => ({
    code: `${category}${number}-S2`,
    category_code: category,
    name: `${category} ${number}`,
    provider_code: 'S2',
    price: Math.round(dollars * RUPIAH_PER_DOLLAR),
    process_time: 1,
    country_code: url.searchParams.get('country_code') ?? 'id',
    status: 'available',
  }))
  return succeed({ products })
}

export const lapakgaming = (world: World): Player =>
  provider(world, {
    name: 'lapakgaming',
    title: 'Packs (Lapakgaming)',
    down: fail('SYSTEM_ERROR', 500),
    calls: {
      'GET /api/balance': withKey(() => succeed({ balance: 12_500_000 })),
      'GET /api/product': withKey(listProducts),
    },
  })
