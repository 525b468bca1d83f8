import { refreshToken } from '#contract/auth.ts'
import { getUser } from '#contract/users.ts'
import { createPerson, logIn, signUp, type Member, type Tokens } from '#tests/support/people.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import type { Place } from '#tests/chaos/nodes.ts'
import { sideBySide } from '#tests/chaos/payments/pay-under-faults.ts'

export type StolenReport = {
  families: number
  shown: number // refresh tokens shown, valid or not
  wrong: string[]
}

type World = { place: Place; dice: Dice; shown: number; wrong: string[] }

/** Ways a thief uses a copied refresh token. */
const THEFTS = {
  'shows an older one': async (world: World, family: Family) => {
    const old = family.tokens.length > 1 ? world.dice.pick(family.tokens.slice(0, -1)) : null
    if (!old) await rotate(world, family)
    const { status } = await show(world, old ?? family.tokens[0]!)
    return status === 401 ? [] : [`an old token got the answer ${status}`]
  },
  'shows the newest before its owner': async (world: World, family: Family) => {
    const newest = family.tokens.at(-1)!
    await rotate(world, family)
    const { status } = await show(world, newest)
    return status === 401 ? [] : [`its owner got the answer ${status}`]
  },
  'shows the newest with its owner at once': async (world: World, family: Family) => {
    const newest = family.tokens.at(-1)!
    const answers = await Promise.all([newest, newest].map((token) => show(world, token)))
    return takeOne(family, answers)
  },
  'shows the newest twenty times at once': async (world: World, family: Family) => {
    const newest = family.tokens.at(-1)!
    const answers = await Promise.all(Array.from({ length: 20 }, () => show(world, newest)))
    return takeOne(family, answers)
  },
  'shows all there ever were at once': async (world: World, family: Family) => {
    await rotate(world, family)
    const answers = await Promise.all(family.tokens.map((token) => show(world, token)))
    return takeOne(family, answers)
  },
} satisfies Record<string, Theft>

type Theft = (world: World, family: Family) => Promise<string[]>
type Shown = { status: number; tokens: Tokens | null }

/** All tokens a session ever had, newest last. */
type Family = { tokens: Tokens[] }

/**
 * Shows copies of refresh tokens in every order and at every node. A token shown twice ends every token of its sign-in
 * at once, at all nodes, and nobody else's.
 */
export async function stealTokens(
  place: Place,
  { families, seed }: { families: number; seed: number },
): Promise<StolenReport> {
  const world: World = { place, dice: createDice(seed), shown: 0, wrong: [] }
  const thefts = Object.entries(THEFTS) as [string, Theft][]
  await sideBySide(4, families, async (index) => {
    const [what, theft] = thefts[index % thefts.length]!
    const victim = await signUp({ url: world.dice.pick(place.urls) }, 'Asha Rao')
    const elsewhere = await logIn(victim)
    const family: Family = { tokens: [victim.tokens] }
    for (let left = world.dice.below(4); left > 0; left--) await rotate(world, family)
    const wrong = [
      ...(await theft(world, family)),
      ...(await findAlive(world, family)),
      ...(await findDead(world, elsewhere)),
    ]
    world.wrong.push(...wrong.map((one) => `a thief ${what}: ${one}`))
  })
  return { families, shown: world.shown, wrong: world.wrong }
}

async function show(world: World, { refreshToken: shown }: Tokens): Promise<Shown> {
  world.shown++
  const visitor = createPerson(world.dice.pick(world.place.urls))
  const { status, data } = await visitor.call(refreshToken, { refreshToken: shown })
  return { status, tokens: status === 200 ? data : null }
}

async function rotate(world: World, family: Family): Promise<void> {
  const { status, tokens } = await show(world, family.tokens.at(-1)!)
  if (!tokens) throw new Error(`A good refresh token got the answer ${status}`)
  family.tokens.push(tokens)
}

/** At most one of several simultaneous attempts succeeds. Its new token joins the family. */
function takeOne(family: Family, answers: Shown[]): string[] {
  const good = answers.flatMap(({ tokens }) => (tokens ? [tokens] : []))
  family.tokens.push(...good)
  return good.length <= 1 ? [] : [`${good.length} succeeded at once`]
}

/** Reports tokens that still work at some node. */
async function findAlive(world: World, { tokens }: Family): Promise<string[]> {
  const wrong: string[] = []
  for (const one of tokens)
    for (const url of world.place.urls) {
      const { status } = await createPerson(url, one).call(getUser, {})
      if (status !== 401) wrong.push(`an access token still gets the answer ${status}`)
    }
  for (const one of tokens.toReversed()) {
    const { status } = await show(world, one)
    if (status !== 401) wrong.push(`a refresh token still gets the answer ${status}`)
  }
  return wrong
}

/** A sign-in on another device is another family, and must still work. */
async function findDead(world: World, elsewhere: Member): Promise<string[]> {
  const { status } = await show(world, elsewhere.tokens)
  return status === 200 ? [] : [`another device of the owner got the answer ${status}`]
}
