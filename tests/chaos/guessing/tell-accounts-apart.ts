import {
  forgotPassword,
  login,
  loginOtp,
  resetPassword,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { askForOwnPhone } from '#tests/support/accounts/codes.ts'
import { signInWithGoogle } from '#tests/support/accounts/google.ts'
import { createInboxReader } from '#tests/support/shop/inbox.ts'
import {
  createPerson,
  newEmail,
  newPhone,
  PASSWORD,
  signUp,
  type Answer,
  type Member,
} from '#tests/support/accounts/people.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { compareTimes, type Compared } from './compare-times.ts'
import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { untilIdle } from '#tests/chaos/audit/fingerprint.ts'
import { passWindow } from './guesses.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

type Contact = { email: string; phone: string }
type TimingSetup = { setup: ChaosSetup; dice: Dice; known: Contact[]; unknown: Contact[] }

/** Questions that anybody may ask about an account. */
const QUESTIONS: Record<string, (url: string, who: Contact) => Promise<Answer<never>>> = {
  'a wrong password': async (url, { email }) =>
    (await createPerson(url).call(login, { email, password: 'Guessed0!' })) as Answer<never>,
  'a code by email': async (url, { email }) =>
    (await createPerson(url).call(forgotPassword, { email })) as Answer<never>,
  'a code by SMS': async (url, { phone }) =>
    (await createPerson(url).call(loginOtp, { phone })) as Answer<never>,
  'a wrong code of an email': async (url, { email }) => {
    const { data: q } = await createPerson(url).call(forgotPassword, { email })
    return timed(() => createPerson(url).call(verifyEmail, { q, code: '0000' }))
  },
  'a wrong code for a new password': async (url, { email }) => {
    const { data: token } = await createPerson(url).call(forgotPassword, { email })
    const options = { token, code: '0000', newPassword: PASSWORD }
    return timed(() => createPerson(url).call(resetPassword, options))
  },
  'a wrong code of an SMS': async (url, { phone }) => {
    const { data: q } = await createPerson(url).call(loginOtp, { phone })
    return timed(() => createPerson(url).call(verifyPhone, { q, code: '0000' }))
  },
}

/** The duration of the last part of a question, if only that part is to be judged. */
let lastMs: number | null = null

async function timed(ask: () => Promise<unknown>): Promise<Answer<never>> {
  const begun = performance.now()
  const answer = (await ask()) as Answer<never>
  lastMs = performance.now() - begun
  return answer
}

export type ApartReport = {
  questions: ({ what: string } & Compared)[]
  wrong: string[]
}

/**
 * Asks about accounts in every state and about accounts that do not exist, in random turns. A difference in answers or
 * times would reveal who has an account.
 */
export async function tellAccountsApart(
  setup: ChaosSetup,
  { samples, seed }: { samples: number; seed: number },
): Promise<ApartReport> {
  const timing = await openTimingSetup(setup, createDice(seed))
  const report: ApartReport = { questions: [], wrong: [] }
  for (const what of Object.keys(QUESTIONS)) {
    const { times, seen } = await ask(timing, what, samples)
    const compared = compareTimes(times.known, times.unknown)
    report.questions.push({ what, ...compared })
    if (compared.isTold)
      report.wrong.push(`${what}: the time reveals existing accounts in ${compared.rightPercent} %`)
    const [known, unknown] = [[...seen.known].toSorted(), [...seen.unknown].toSorted()]
    if (String(known) !== String(unknown))
      report.wrong.push(
        `${what}: ${known.join(' or ')} for existing accounts, ${unknown.join(' or ')} for others`,
      )
  }
  return report
}

async function ask({ setup, dice, ...timing }: TimingSetup, what: string, samples: number) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const seen = { known: new Set<string>(), unknown: new Set<string>() }
  const url = setup.urls[0]!
  for (let turn = 0; turn < samples; turn++) {
    const nth = turn % timing.known.length
    if (nth === 0) await passWindow(setup.sql, 24 * 60 * 60)
    const pair = ['known', 'unknown'] as const
    for (const kind of dice.isHit(0.5) ? pair : pair.toReversed()) {
      lastMs = null
      const begun = performance.now()
      const answer = await QUESTIONS[what]!(url, timing[kind][nth]!)
      const ms = lastMs ?? performance.now() - begun
      // A guess is the right code once in ten thousand times. Its answer is left out.
      if (!isRightByChance(what, answer)) {
        times[kind].push(ms)
        seen[kind].add(describe(answer))
      }
      await untilIdle(setup.sql) // sending the message would slow down the next question
    }
  }
  return { times, seen }
}

const isRightByChance = (what: string, { status }: Answer<never>): boolean =>
  what.startsWith('a wrong code') && status === 200

/** All that an outsider sees, except what changes with every call. */
function describe({ status, code, message, errors, data, headers }: Answer<never>): string {
  const names = [...headers].filter(([name]) => !/^(date|x-request-id|keep-alive)$/.test(name))
  const shape = String(data).replace(/[0-9a-f]/g, 'x')
  return JSON.stringify([status, code, message, errors, shape, names])
}

const PEOPLE = 12

async function openTimingSetup(setup: ChaosSetup, dice: Dice): Promise<TimingSetup> {
  const url = setup.urls[0]!
  const admin = await signUp({ url }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const shop = { inbox: createInboxReader(setup.sandboxUrl), visitor: createPerson(url) }
  const known: Contact[] = []
  for (let nth = 0; nth < PEOPLE; nth++) {
    const member = await signUp({ url }, 'Asha Rao')
    await createPerson(url, member.tokens).call(verifyPhone, await askForOwnPhone(shop, member))
    known.push(await settle({ url, admin, member, nth }))
  }
  const unknown = known.map(() => ({ email: newEmail('nobody'), phone: newPhone() }))
  return { setup, dice, known, unknown }
}

type Settling = { url: string; admin: Member; member: Member; nth: number }

/**
 * A third of the accounts stay as signed up, a third are blocked, and a third sign in with Google and have no password.
 */
async function settle({ url, admin, member, nth }: Settling): Promise<Contact> {
  const { id, email, phone } = member
  if (nth % 3 === 1) await admin.call(editUserAsAdmin, { id, isBlocked: true })
  if (nth % 3 !== 2) return { email, phone }
  const viaGoogle = newEmail('google')
  await signInWithGoogle({ url }, { email: viaGoogle })
  return { email: viaGoogle, phone }
}
