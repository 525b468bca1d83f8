import { randomInt } from 'node:crypto'
import { login } from '#contract/accounts/auth.ts'
import { applyCoupon } from '#contract/catalogue/coupons.ts'
import { beginApp, confirmByCode } from '#contract/accounts/second-factor.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { codeAt, setUpApp } from '#tests/support/accounts/factors.ts'
import {
  createPerson,
  logIn,
  PASSWORD,
  signUp,
  type Person,
} from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { fromElsewhere, passWindow, sideBySideOrNot, type Attack, type Guesses } from './guesses.ts'

type Answered = { status: number; code: string | undefined }

/** A secret whose guesses are limited to `looks` per window. */
type Guarded = {
  looks: number
  windowSeconds: number
  /** The refusals of a wrong guess, and of a guess that was not checked. */
  wrongCode: string
  lateCode: string
  guess(nth: number): Promise<Answered>
  guessRight(): Promise<Answered>
}

const DAY_SECONDS = 24 * 60 * 60
const QUARTER = 15 * 60

export const GUARDED = {
  'password, signing in': password,
  "password, in an administrator's stolen session": ownPassword,
  'second factor: codes of an app': appCode,
  'second factor: recovery codes': recoveryCode,
  'coupon codes': couponCode,
} satisfies Record<string, (attack: Attack) => Promise<Guarded>>

async function password({ setup, dice }: Attack): Promise<Guarded> {
  const { email } = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
  const guess = (nth: number, tried: string) =>
    fromElsewhere(setup, { nth, dice }).call(login, { email, password: tried })
  return {
    looks: 50, // over all addresses together, and ten from each
    windowSeconds: QUARTER,
    wrongCode: 'WRONG_CREDENTIALS',
    lateCode: 'TOO_MANY_WRONG_PASSWORDS',
    guess: (nth) => guess(nth, `Guessed${nth}!`),
    guessRight: () => guess(0, PASSWORD),
  }
}

const OF_FACTORS = { looks: 5, windowSeconds: QUARTER, lateCode: 'TOO_MANY_WRONG_FACTORS' }

async function enterAdmin({ setup }: Attack) {
  const admin = await signUp({ url: setup.urls[0]! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const atAnyNode = (nth: number): Person =>
    createPerson(setup.urls[nth % setup.urls.length]!, admin.tokens)
  return { admin, atAnyNode }
}

async function ownPassword(attack: Attack): Promise<Guarded> {
  const { atAnyNode } = await enterAdmin(attack)
  return {
    ...OF_FACTORS,
    wrongCode: 'WRONG_PASSWORD',
    guess: (nth) => atAnyNode(nth).call(beginApp, { password: `Guessed${nth}!` }),
    guessRight: () => atAnyNode(0).call(beginApp, { password: PASSWORD }),
  }
}

async function appCode(attack: Attack): Promise<Guarded> {
  const { admin, atAnyNode } = await enterAdmin(attack)
  const { secret } = await setUpApp(admin)
  const stolen = await logIn(admin)
  const at = (nth: number) => Object.assign(atAnyNode(nth), { tokens: stolen.tokens })
  const around = () =>
    [-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, new Date(Date.now() + seconds * 1_000)))
  const draw = (): string => {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    return around().includes(code) ? draw() : code
  }
  return {
    ...OF_FACTORS,
    wrongCode: 'WRONG_FACTOR_CODE',
    guess: (nth) => at(nth).call(confirmByCode, { code: draw() }),
    guessRight: () => at(0).call(confirmByCode, { code: around()[3]! }),
  }
}

/** A code in the format of recovery codes, using only their letters. */
const toRecoveryCode = (nth: number): string =>
  `aaaa-${String(nth).padStart(4, '2')}-zzzz`.replace(/[01]/g, 'b')

async function recoveryCode(attack: Attack): Promise<Guarded> {
  const { admin, atAnyNode } = await enterAdmin(attack)
  const { recoveryCodes } = await setUpApp(admin)
  const stolen = await logIn(admin)
  const at = (nth: number) => Object.assign(atAnyNode(nth), { tokens: stolen.tokens })
  return {
    ...OF_FACTORS,
    wrongCode: 'WRONG_FACTOR_CODE',
    guess: (nth) => at(nth).call(confirmByCode, { code: toRecoveryCode(nth) }),
    guessRight: () => at(0).call(confirmByCode, { code: recoveryCodes[0]! }),
  }
}

async function couponCode(attack: Attack): Promise<Guarded> {
  const { setup } = attack
  const { admin, atAnyNode } = await enterAdmin(attack)
  const { gameSlug, itemSlug } = await makeItem(admin, await makeGame(admin))
  const member = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
  const options = { gameSlug, itemSlug, gameDetailId: await makePlayer(member, { gameSlug }) }
  const guess = (nth: number, tried: string) =>
    Object.assign(atAnyNode(nth), { tokens: member.tokens }).call(applyCoupon, {
      ...options,
      couponCode: tried,
    })
  return {
    looks: 30,
    windowSeconds: 60 * 60,
    wrongCode: 'NO_SUCH_COUPON',
    lateCode: 'TOO_MANY_COUPON_TRIES',
    guess: (nth) => guess(nth, `GUESSED${nth}`),
    guessRight: () => guess(0, 'GUESSED'),
  }
}

/** Guesses for a day, window after window, in sequence or at once. Only a limited number may be checked per window. */
export async function guessGuarded(
  attack: Attack,
  make: (attack: Attack) => Promise<Guarded>,
): Promise<Guesses> {
  const { setup, tries } = attack
  const { looks, windowSeconds, wrongCode, lateCode, ...guarded } = await make(attack)
  const windows = Math.min(DAY_SECONDS / windowSeconds, Math.ceil(tries / (2 * looks)))
  const each = Math.ceil(tries / windows)
  const allowed = windows * looks
  const guesses: Guesses = { tried: 0, looked: 0, looksMax: 0, allowed, wrong: [] }
  for (let window = 0; window < windows; window++) {
    let looked = 0
    const nths = Array.from({ length: each }, (_, index) => window * each + index)
    await sideBySideOrNot(window % 2 === 0, nths, async (nth) => {
      const { status, code = '' } = await guarded.guess(nth)
      if (code === wrongCode) looked++
      else if (code !== lateCode) guesses.wrong.push(`a guess got the answer ${status} ${code}`)
    })
    const right = await guarded.guessRight()
    if (right.code !== lateCode)
      guesses.wrong.push(`the right one got the answer ${right.status} ${right.code}`)
    guesses.tried += each + 1
    guesses.looked += looked
    guesses.looksMax = Math.max(guesses.looksMax, looked)
    await passWindow(setup.sql, windowSeconds)
  }
  if (guesses.looksMax > looks) guesses.wrong.push(`${guesses.looksMax} checks in one window`)
  return guesses
}
