// Smile.One. It answers 200 to what it refuses: `status` has the verdict.
import { SMILEONE } from '#sandbox/credentials.ts'
import { findGamePlayer } from '#sandbox/game-players.ts'
import { isForm, json, type Answer, type Call, type Fields } from '#sandbox/http.ts'
import type { Player, World } from '#sandbox/player.ts'
import { isNow, isSame, md5, PACKS, provider, toMoney } from './provider.ts'

const CLOCK_TOLERANCE_SECONDS = 300
const WALLETS = ['', '/br', '/ph', '/ru']
const POINTS = '60575.0'

const DOWN = json({ status: 500, message: 'Server error' }, 503)

type Method = (fields: Fields) => Answer

const METHODS: Record<string, Method> = {
  querypoints: () => succeed({ smile_points: POINTS }),
  productlist: ({ product }) =>
    succeed({
      data: {
        product: PACKS.map(({ number, dollars }) => ({
          id: String(number),
          spu: `${product} ${number}`,
          price: toMoney(dollars * 50),
          cost_price: toMoney(dollars * 50),
          discount: '0',
        })),
      },
    }),
  getrole: getRole,
}

function getRole({ userid, zoneid }: Fields): Answer {
  const player = findGamePlayer(userid)
  if (player.is === 'down') return DOWN
  if (player.is === 'unknown')
    return zoneid
      ? refuse(20003, 'USER ID ou Zone ID não existe')
      : refuse(20004, 'USER ID não existe')
  const data = { username: player.name, zone: 1, change_price: 1, use: 'c' }
  return succeed({ data: { ...data, id_change_price_info: [] } })
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

export const smileone = (world: World): Player =>
  provider(world, {
    name: 'smileone',
    title: 'Packs (Smile.One)',
    down: DOWN,
    calls: Object.fromEntries(
      WALLETS.flatMap((wallet) =>
        Object.entries(METHODS).map(([name, method]) => [
          `POST ${wallet}/smilecoin/api/${name}`,
          answerAs(method),
        ]),
      ),
    ),
  })
