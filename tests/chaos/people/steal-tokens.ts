import { refreshToken } from '#contract/accounts/auth.ts'
import { getUser } from '#contract/accounts/users.ts'
import {
  createPerson,
  logIn,
  signUp,
  type Member,
  type Tokens,
} from '#tests/support/accounts/people.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

export type StolenReport = {
  families: number
  shown: number // refresh tokens shown, valid or not
  wrong: string[]
}

type TheftSetup = { chaos: ChaosSetup; dice: Dice; shown: number; wrong: string[] }

/** Ways a thief uses a copied refresh token. */
const THEFTS = {
  'shows an older one': async (setup: TheftSetup, family: Family) => {
    const old = family.tokens.length > 1 ? setup.dice.pick(family.tokens.slice(0, -1)) : null
    if (!old) await rotate(setup, family)
    const { status } = await show(setup, old ?? family.tokens[0]!)
    return status === 401 ? [] : [`an old token got the answer ${status}`]
  },
  'shows the newest before its owner': async (setup: TheftSetup, family: Family) => {
    const newest = family.tokens.at(-1)!
    await rotate(setup, family)
    const { status } = await show(setup, newest)
    return status === 401 ? [] : [`its owner got the answer ${status}`]
  },
  'shows the newest with its owner at once': async (setup: TheftSetup, family: Family) => {
    const newest = family.tokens.at(-1)!
    const answers = await Promise.all([newest, newest].map((token) => show(setup, token)))
    return takeOne(family, answers)
  },
  'shows the newest twenty times at once': async (setup: TheftSetup, family: Family) => {
    const newest = family.tokens.at(-1)!
    const answers = await Promise.all(Array.from({ length: 20 }, () => show(setup, newest)))
    return takeOne(family, answers)
  },
  'shows all there ever were at once': async (setup: TheftSetup, family: Family) => {
    await rotate(setup, family)
    const answers = await Promise.all(family.tokens.map((token) => show(setup, token)))
    return takeOne(family, answers)
  },
} satisfies Record<string, Theft>

type Theft = (setup: TheftSetup, family: Family) => Promise<string[]>
type TokenReply = { status: number; tokens: Tokens | null }

/** All tokens a session ever had, newest last. */
type Family = { tokens: Tokens[] }

/**
 * Shows copies of refresh tokens in every order and at every node. A token shown twice ends every token of its sign-in
 * at once, at all nodes, and nobody else's.
 */
export async function stealTokens(
  chaos: ChaosSetup,
  { families, seed }: { families: number; seed: number },
): Promise<StolenReport> {
  const setup: TheftSetup = { chaos, dice: createDice(seed), shown: 0, wrong: [] }
  const thefts = Object.entries(THEFTS) as [string, Theft][]
  await sideBySide(4, families, async (index) => {
    const [what, theft] = thefts[index % thefts.length]!
    const victim = await signUp({ url: setup.dice.pick(chaos.urls) }, 'Asha Rao')
    const elsewhere = await logIn(victim)
    const family: Family = { tokens: [victim.tokens] }
    for (let left = setup.dice.below(4); left > 0; left--) await rotate(setup, family)
    const wrong = [
      ...(await theft(setup, family)),
      ...(await findAlive(setup, family)),
      ...(await findDead(setup, elsewhere)),
    ]
    setup.wrong.push(...wrong.map((one) => `a thief ${what}: ${one}`))
  })
  return { families, shown: setup.shown, wrong: setup.wrong }
}

async function show(setup: TheftSetup, { refreshToken: shown }: Tokens): Promise<TokenReply> {
  setup.shown++
  const visitor = createPerson(setup.dice.pick(setup.chaos.urls))
  const { status, data } = await visitor.call(refreshToken, { refreshToken: shown })
  return { status, tokens: status === 200 ? data : null }
}

async function rotate(setup: TheftSetup, family: Family): Promise<void> {
  const { status, tokens } = await show(setup, family.tokens.at(-1)!)
  if (!tokens) throw new Error(`A good refresh token got the answer ${status}`)
  family.tokens.push(tokens)
}

/** At most one of several simultaneous attempts succeeds. Its new token joins the family. */
function takeOne(family: Family, answers: TokenReply[]): string[] {
  const good = answers.flatMap(({ tokens }) => (tokens ? [tokens] : []))
  family.tokens.push(...good)
  return good.length <= 1 ? [] : [`${good.length} succeeded at once`]
}

/** Reports tokens that still work at some node. */
async function findAlive(setup: TheftSetup, { tokens }: Family): Promise<string[]> {
  const wrong: string[] = []
  for (const one of tokens)
    for (const url of setup.chaos.urls) {
      const { status } = await createPerson(url, one).call(getUser, {})
      if (status !== 401) wrong.push(`an access token still gets the answer ${status}`)
    }
  for (const one of tokens.toReversed()) {
    const { status } = await show(setup, one)
    if (status !== 401) wrong.push(`a refresh token still gets the answer ${status}`)
  }
  return wrong
}

/** A sign-in on another device is another family, and must still work. */
async function findDead(setup: TheftSetup, elsewhere: Member): Promise<string[]> {
  const { status } = await show(setup, elsewhere.tokens)
  return status === 200 ? [] : [`another device of the owner got the answer ${status}`]
}
