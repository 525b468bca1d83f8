// Lapakgaming. It uses a bearer key and no signature, and cannot look up players.
import { LAPAKGAMING } from './credentials.ts'
import type { Answer, Call } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import {
  createLapakgamingOrder,
  DOWN,
  fail,
  LAPAKGAMING_NAME,
  RUPIAH_PER_DOLLAR,
  readLapakgamingOrder,
  succeed,
  toRupiah,
} from './lapakgaming-orders.ts'
import { isSame, supplier, type Said } from '#sandbox/suppliers/supplier.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const withKey = (answer: (call: Call) => Said | Promise<Said>) => (call: Call) =>
  isSame(call.headers.authorization, `Bearer ${LAPAKGAMING.apiKey}`)
    ? answer(call)
    : fail('UNAUTHORIZED', 401)

const listProducts =
  ({ listAll }: Products) =>
  ({ url }: Call): Answer => {
    const category = url.searchParams.get('category_code')
    if (!category) return fail('PRODUCT_NOT_FOUND')
    const toCode = (number: number) => `${category}${number}-S2`
    const listed = listAll(LAPAKGAMING_NAME, category, toCode)
    const products = listed.map(({ number, id, dollars, isAvailable }) => ({
      code: id,
      category_code: category,
      name: `${category} ${number}`,
      provider_code: 'S2',
      price: toRupiah(dollars),
      process_time: 1,
      country_code: url.searchParams.get('country_code') ?? 'id',
      status: isAvailable ? 'available' : 'empty',
    }))
    return succeed({ products })
  }

const createPlayer = (deps: SandboxDeps): Player => {
  const { dispatches } = deps
  const readBalance = () => succeed({ balance: toRupiah(dispatches.credit(LAPAKGAMING_NAME)) })
  return supplier(deps, {
    name: LAPAKGAMING_NAME,
    title: 'Packs (Lapakgaming)',
    down: DOWN,
    calls: {
      'GET /api/balance': withKey(readBalance),
      'GET /api/product': withKey(listProducts(deps.products)),
      'POST /api/order': withKey(createLapakgamingOrder(dispatches)),
      'GET /api/order_status': withKey(readLapakgamingOrder(dispatches)),
    },
  })
}

export const twin: SupplierTwin = {
  name: LAPAKGAMING_NAME,
  title: 'Lapakgaming',
  credentials: LAPAKGAMING,
  addresses: { url: '/lapakgaming' },
  currency: { code: 'IDR', perDollar: RUPIAH_PER_DOLLAR },
  createPlayer,
}
