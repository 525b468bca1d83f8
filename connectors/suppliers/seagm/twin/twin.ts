// SEAGM. Every call is signed over all of its parameters. It cannot look up players.
import { SEAGM } from './credentials.ts'
import { isForm, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import {
  dollarsOf,
  hmacSha256,
  isNow,
  isSame,
  supplier,
  segmentOf,
  toMoney,
  type Said,
} from '#sandbox/suppliers/supplier.ts'
import { createSeagmOrder, readSeagmOrder, SEAGM_NAME } from './seagm-orders.ts'
import { DOWN, fail, succeed, toText } from './seagm-wire.ts'
import type { Products } from '#sandbox/suppliers/products.ts'

const CLOCK_TOLERANCE_SECONDS = 120

const signed = (answer: (call: Call, fields: Fields) => Said) => async (call: Call) => {
  const inBody = isForm(call) ? await call.readFields() : {} // SEAGM does not read JSON
  const sent = { ...inBody, ...Object.fromEntries(call.url.searchParams) }
  const { signature, ...fields } = sent as Fields
  if (fields['uid'] !== SEAGM.uid) return fail(401, 20002, 'Unauthorized')
  const isRight = isSame(signature, hmacSha256(SEAGM.secretKey, toText(fields)))
  if (!isRight) return fail(409, 20003, 'Signature and data do not match')
  if (!isNow(fields['timestamp'], CLOCK_TOLERANCE_SECONDS))
    return fail(401, 20004, 'Timestamp expired')
  return answer(call, fields)
}

const listTypes = (products: Products) => (call: Call) =>
  succeed(
    products.list(SEAGM_NAME, segmentOf(call, 2)).map(({ number, dollars }) => ({
      id: number,
      name: `${segmentOf(call, 2)} ${number}`,
      unit_price: toMoney(dollars),
      currency: 'USD',
    })),
  )

function readType(call: Call): Said {
  const id = segmentOf(call, 1)
  const dollars = dollarsOf(id)
  if (dollars === undefined) return fail(404, 20404, 'Recharge type not found')
  const fields = [
    { name: 'user_id', label: 'User ID', type: 'text' },
    { name: 'zone_id', label: 'Zone ID', type: 'text' },
  ]
  return succeed({ id, name: id, unit_price: toMoney(dollars), currency: 'USD', fields })
}

const createPlayer = (deps: SandboxDeps): Player => {
  const { dispatches } = deps
  const takeOrder = createSeagmOrder(dispatches)
  const readMe = () => {
    const balance = toMoney(dispatches.credit(SEAGM_NAME))
    return succeed({ uid: SEAGM.uid, credits: 0, balance, currency: 'USD' })
  }
  const readOrder = (call: Call) =>
    readSeagmOrder(dispatches, segmentOf(call, 1), call.url.searchParams.get('query_type'))
  return supplier(deps, {
    name: SEAGM_NAME,
    title: 'Packs (SEAGM)',
    down: DOWN,
    calls: {
      'GET /v1/me': signed(readMe),
      'GET /v1/recharge-categories/*/recharge-types': signed(listTypes(deps.products)),
      'GET /v1/recharge-types/*': signed(readType),
      'POST /v1/recharge-orders': signed((_, fields) => takeOrder(fields)),
      'GET /v1/recharge-orders/*': signed(readOrder),
    },
  })
}

export const twin: SupplierTwin = {
  name: SEAGM_NAME,
  title: 'SEAGM',
  credentials: SEAGM,
  addresses: { url: '/seagm' },
  currency: { code: 'USD', perDollar: 1 },
  createPlayer,
}
