import { setTimeout as sleep } from 'node:timers/promises'
import type { FullGame } from '#contract/catalogue/games.ts'
import { editOrder } from '#contract/orders/orders.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { makeGame } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { makeBuyer, type Buyer } from '#tests/support/orders/orders.ts'
import {
  createPerson,
  logIn,
  signUp,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

/** A person signed in once, with a client at each node. */
export type AtEachNode<One extends Person> = { one: One; at: One[] }

export type RaceShop = {
  setup: ChaosSetup
  game: FullGame
  admin: AtEachNode<Member>
  buyers: AtEachNode<Buyer>[]
  poor: AtEachNode<Buyer> // has only the money that a race gives them
}

const RICH = { INR: 500_000_00, USD: 50_000_0000 }

/** A shop of several nodes that takes payments. Its customers have plenty of money and stay signed in. */
export async function openRaceShop(setup: ChaosSetup, customers: number): Promise<RaceShop> {
  const [url] = setup.urls
  const { sql } = setup
  const admin = await signUp({ url: url! }, 'Amrita Admin')
  await makeAdmin(sql, admin.email)
  const { status, message } = await admin.call(choosePaymentGateway, { active: 'razorpay' })
  if (status !== 200) throw new Error(message)
  const game = await makeGame(admin)
  const buyers: RaceShop['buyers'] = []
  while (buyers.length < customers) {
    const buyer = await makeBuyer({ url: url!, sql }, game)
    for (const currency of ['INR', 'USD'] as const)
      await endow(sql, buyer.id, RICH[currency], currency)
    buyers.push(atEachNode(setup, buyer))
  }
  const poor = atEachNode(setup, await makeBuyer({ url: url!, sql }, game))
  return { setup, game, admin: atEachNode(setup, admin), buyers, poor }
}

export const atEachNode = <One extends Person>(
  { urls }: ChaosSetup,
  one: One,
): AtEachNode<One> => ({
  one,
  at: urls.map((url) => ({ ...one, ...createPerson(url, one.tokens), tokens: one.tokens })),
})

const RENEW_MS = 3 * 60_000 // a session's token is valid for a quarter of an hour

/** Renews everybody's token every few minutes, because long races outlast it. */
export function keepSignedIn(stack: AsyncDisposableStack, { admin, buyers, poor }: RaceShop): void {
  const people = [admin, poor, ...buyers].map(({ one }) => one)
  const renew = async () => {
    for (const one of people) {
      const again = await retryUntilAnswered(async () => ({ status: 200, ...(await logIn(one)) }))
      Object.assign(one.tokens, again.tokens)
    }
  }
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
  stack.defer(() => clearInterval(timer))
}

export const pickNode = <One extends Person>({ at }: AtEachNode<One>, turn: number): One =>
  at[turn % at.length]!

/** Ends pending orders, because a customer may have only a few of them at once. */
export async function endPending({ admin, setup }: RaceShop, userId: string): Promise<void> {
  const rows = await setup.sql<{ id: string }[]>`
    select id from orders where status = 'pending' and user_id = ${userId}`
  for (const { id } of rows)
    await retryUntilAnswered((turn) =>
      pickNode(admin, turn).call(editOrder, { id, status: 'cancelled', note: '', reference: '' }),
    )
}

export const times = <One>(count: number, make: (index: number) => Promise<One>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

const PATIENCE_MS = 120_000
const AGAIN_MS = 20
const NOT_NOW = new Set([429, 503])

/** Resends until the answer is yes or no, because a node may be dead or overloaded. `tries` counts the requests. */
export async function retryUntilAnswered<Said extends { status: number }>(
  send: (turn: number) => Promise<Said>,
): Promise<Said & { tries: number }> {
  const until = Date.now() + PATIENCE_MS
  for (let turn = 0; Date.now() < until; turn++) {
    const answer = await send(turn).catch(() => null)
    if (answer && !NOT_NOW.has(answer.status)) return { ...answer, tries: turn + 1 }
    await sleep(AGAIN_MS)
  }
  throw new Error('no answer in two minutes')
}

/** Counts the answers of each kind, in one line. */
export function tallyCodes(answers: { status: number; code?: string | undefined }[]): string {
  const counts = new Map<string, number>()
  for (const { status, code } of answers) {
    const name = status === 200 ? '200' : `${status} ${code}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, count]) => `${count} x ${name}`).join(', ')
}
