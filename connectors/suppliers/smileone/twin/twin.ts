// Smile.One. It answers 200 even to refusals; `status` has the verdict. It accepts no reference, reports nothing
// afterwards, and replies once the order has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import { SMILEONE } from './credentials.ts'
import { countryOf, findGamePlayer } from '#sandbox/players/game-players.ts'
import { isForm, json, NO_ANSWER, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'
import type { Order, Dispatches } from '#sandbox/suppliers/dispatches.ts'
import {
  dollarsOf,
  isNow,
  isSame,
  md5,
  supplier,
  toMoney,
  type Said,
} from '#sandbox/suppliers/supplier.ts'

const NAME = 'smileone'
const CLOCK_TOLERANCE_SECONDS = 300
const WALLETS = ['', '/br', '/ph', '/ru']
const NOT_BRAZILS = ['Indonesia', 'Malaysia', 'Philippines', 'Singapore', 'Russia']
const POINTS_PER_DOLLAR = 50
const REPLY_AFTER_MAX_MS = 25_000
const LOOK_MS = 100

const DOWN = json({ status: 500, message: 'Server error' }, 503)

type Method = (fields: Fields) => Said | Promise<Said>

const createMethods = (
  { dispatches, products }: SandboxDeps,
  wallet: string,
): Record<string, Method> => ({
  querypoints: () =>
    succeed({ smile_points: (dispatches.credit(NAME) * POINTS_PER_DOLLAR).toFixed(1) }),
  productlist: ({ product }) =>
    succeed({
      data: {
        product: products.list(NAME, String(product)).map(({ id, number, dollars }) => ({
          id,
          spu: `${product} ${number}`,
          price: toMoney(dollars * POINTS_PER_DOLLAR),
          cost_price: toMoney(dollars * POINTS_PER_DOLLAR),
          discount: '0',
        })),
      },
    }),
  getrole: (fields) =>
    findProblem(fields) ??
    (isBarred(wallet, fields)
      ? refuse(201, 'This country is not supported')
      : succeed({ data: toRole(fields) })),
  createorder: (fields) => findProblem(fields) ?? createOrder(dispatches, fields),
})

function findProblem({ userid, zoneid }: Fields): Answer | undefined {
  const player = findGamePlayer(userid)
  if (player.is === 'known') return undefined
  if (player.is === 'down') return DOWN
  return zoneid
    ? refuse(20003, 'USER ID ou Zone ID não existe')
    : refuse(20004, 'USER ID não existe')
}

/** Brazil's wallet accepts accounts of most countries. The others accept only their own. */
function isBarred(wallet: string, { zoneid }: Fields): boolean {
  const country = countryOf(zoneid)
  if (country === undefined) return false
  if (wallet === '/br') return NOT_BRAZILS.includes(country)
  if (wallet === '/ph') return country !== 'Philippines'
  return wallet === '/ru' && country !== 'Russia'
}

const toRole = ({ userid }: Fields) => {
  const player = findGamePlayer(userid)
  const username = player.is === 'known' ? player.name : ''
  return { username, zone: 1, change_price: 1, use: 'c', id_change_price_info: [] }
}

async function createOrder(dispatches: Dispatches, fields: Fields): Promise<Said> {
  const { userid: playerId, zoneid: zoneId = '', productid: serviceId } = fields
  const cost = dollarsOf(String(serviceId))
  if (cost === undefined) return refuse(201, 'Product does not exist')
  const taken = dispatches.take({
    provider: NAME,
    reference: '',
    serviceId: String(serviceId),
    playerId: String(playerId),
    zoneId: String(zoneId),
    cost,
  })
  if (taken === 'no credit') return refuse(201, 'Saldo insuficiente')
  const { order, isSilent } = taken
  await untilEnded(order)
  if (isSilent || order.state === 'pending') return NO_ANSWER
  return order.state === 'delivered'
    ? succeed({ order_id: order.id })
    : refuse(201, 'Falha no pedido')
}

async function untilEnded(order: Order): Promise<void> {
  const giveUpAt = Date.now() + REPLY_AFTER_MAX_MS
  while (order.state === 'pending' && Date.now() < giveUpAt)
    await sleep(LOOK_MS, undefined, { ref: false })
}

const succeed = (more: object) => json({ status: 200, message: 'success', ...more })
const refuse = (status: number, message: string) => json({ status, message })

const answerAs = (method: Method) => async (call: Call) => {
  const fields = isForm(call) ? ((await call.readFields()) ?? {}) : {}
  const { uid, email, product } = fields
  if (uid !== SMILEONE.uid || email !== SMILEONE.email || !isSigned(fields))
    return refuse(205, 'sign error')
  return product ? method(fields) : refuse(206, 'init error')
}

function isSigned({ sign, ...signed }: Fields): boolean {
  const pairs = Object.keys(signed)
    .toSorted()
    .map((name) => `${name}=${signed[name]}&`)
  const isRight = isSame(sign, md5(md5(`${pairs.join('')}${SMILEONE.key}`)))
  return isRight && isNow(signed['time'], CLOCK_TOLERANCE_SECONDS)
}

const createPlayer = (deps: SandboxDeps): Player =>
  supplier(deps, {
    name: NAME,
    title: 'Packs (Smile.One)',
    down: DOWN,
    calls: Object.fromEntries(
      WALLETS.flatMap((wallet) =>
        Object.entries(createMethods(deps, wallet)).map(([name, method]) => [
          `POST ${wallet}/smilecoin/api/${name}`,
          answerAs(method),
        ]),
      ),
    ),
  })

export const twin: SupplierTwin = {
  name: NAME,
  title: 'Smile.One',
  credentials: SMILEONE,
  addresses: { url: '/smileone' },
  currency: { code: 'SmileCoin', perDollar: POINTS_PER_DOLLAR },
  createPlayer,
}
