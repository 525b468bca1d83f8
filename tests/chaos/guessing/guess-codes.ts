import {
  forgotPassword,
  loginOtp,
  resetPassword,
  sendOtp,
  verifyEmail,
  verifyPhone,
} from '#contract/accounts/auth.ts'
import { createInboxReader } from '#tests/support/shop/inbox.ts'
import { askForOwnPhone } from '#tests/support/accounts/codes.ts'
import {
  createPerson,
  newPhone,
  PASSWORD,
  signUp,
  type Person,
} from '#tests/support/accounts/people.ts'
import { type Attack, type Guesses, fromElsewhere, passWindow, sideBySideOrNot } from './guesses.ts'

type Answered = { status: number; code: string | undefined }
type Ask = (nth: number) => Promise<{ status: number; data: string }>
type Show = (attempt: { q: string; code: string; nth: number }) => Promise<Answered>

/** A kind of code: its recipient, how to request one, and the calls that accept it. */
type CodeKind = { recipient: string; ask: Ask; show: Show }

const CODES = 10_000
const RESEND_SECONDS = 60
/** More requests than the shop answers. */
const ASKS = 13
const LOOKS = 5 // at one challenge
const LOOKS_PER_DAY = 50 // at all challenges that strangers requested for one recipient

export const CODE_KINDS = {
  'code by email, to sign in or for a new password': byEmail,
  'code by SMS, to sign in': bySms,
  'code by SMS, to prove a phone, asked for by many accounts': forPhone,
} satisfies Record<string, (attack: Attack) => Promise<CodeKind>>

async function byEmail({ setup, dice }: Attack): Promise<CodeKind> {
  const { email } = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
  return {
    recipient: email,
    ask: (nth) => fromElsewhere(setup, { nth, dice }).call(forgotPassword, { email }),
    show: ({ q, code, nth }) => {
      const person = fromElsewhere(setup, { nth, dice })
      return nth % 2 === 0
        ? person.call(verifyEmail, { q, code })
        : person.call(resetPassword, { token: q, code, newPassword: PASSWORD })
    },
  }
}

async function bySms({ setup, dice }: Attack): Promise<CodeKind> {
  const member = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
  const shop = { inbox: createInboxReader(setup.sandboxUrl), visitor: createPerson(setup.urls[0]!) }
  await member.call(verifyPhone, await askForOwnPhone(shop, member))
  const { phone } = member
  await passWindow(setup.sql, 24 * 60 * 60)
  return {
    recipient: phone,
    ask: (nth) => fromElsewhere(setup, { nth, dice }).call(loginOtp, { phone }),
    show: ({ q, code, nth }) => fromElsewhere(setup, { nth, dice }).call(verifyPhone, { q, code }),
  }
}

async function forPhone({ setup, dice }: Attack): Promise<CodeKind> {
  const phone = newPhone()
  let account: Person
  return {
    recipient: phone,
    async ask(nth) {
      account = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
      account.headers = fromElsewhere(setup, { nth, dice }).headers
      return account.call(sendOtp, { phone })
    },
    show: ({ q, code, nth }) => {
      const person = fromElsewhere(setup, { nth, dice })
      return Object.assign(person, { tokens: account.tokens }).call(verifyPhone, { q, code })
    },
  }
}

/**
 * Tries all codes except the right one, in sequence or at once, each from a new address, at every node. Then it
 * requests a new challenge, as often as the shop allows. The right code comes last and must be too late.
 */
export async function guessCode(attack: Attack, make: (attack: Attack) => Promise<CodeKind>) {
  const { setup, tries, dice } = attack
  const kind = await make(attack)
  const guesses: Guesses = { tried: 0, looked: 0, looksMax: 0, allowed: LOOKS_PER_DAY, wrong: [] }
  const inbox = createInboxReader(setup.sandboxUrl)
  for (let round = 0; round < ASKS; round++) {
    const before = await inbox.countCodes(kind.recipient)
    const { status, data: q } = await kind.ask(round)
    if (status === 200) {
      const right = await inbox.readCode(kind.recipient, before)
      const codes = drawCodes(right, Math.ceil(tries / ASKS), dice)
      const looked = await guessChallenge(kind, { q, codes, right, round, guesses })
      guesses.tried += codes.length + 1
      guesses.looked += looked
      guesses.looksMax = Math.max(guesses.looksMax, looked)
    }
    await passWindow(setup.sql, RESEND_SECONDS)
  }
  if (guesses.looked > LOOKS_PER_DAY) guesses.wrong.push(`${guesses.looked} checks in a day`)
  if (guesses.looksMax > LOOKS) guesses.wrong.push(`${guesses.looksMax} checks of one challenge`)
  return guesses
}

/** Answers to a code that was not checked. */
const OVER: (string | undefined)[] = ['CODE_ENDED', 'TOO_MANY_WRONG_CODES']

type Round = { q: string; codes: string[]; right: string; round: number; guesses: Guesses }

/** Counts the codes that were checked, judging by the answers. */
async function guessChallenge(kind: CodeKind, { q, codes, right, round, guesses }: Round) {
  let wrongCodes = 0
  await sideBySideOrNot(round % 2 === 0, codes, async (code, nth) => {
    const answer = await kind.show({ q, code, nth })
    if (answer.code === 'WRONG_CODE') wrongCodes++
    else if (!OVER.includes(answer.code))
      guesses.wrong.push(`a wrong code got the answer ${answer.status} ${answer.code}`)
  })
  const late = await kind.show({ q, code: right, nth: round })
  if (!OVER.includes(late.code))
    guesses.wrong.push(`the right code finally got the answer ${late.status} ${late.code}`)
  return wrongCodes === LOOKS - 1 ? LOOKS : wrongCodes // the last check answers that the challenge has ended
}

function drawCodes(right: string, count: number, dice: Attack['dice']): string[] {
  const codes = Array.from({ length: CODES }, (_, code) => String(code).padStart(4, '0'))
  for (let last = codes.length - 1; last > 0; last--) {
    const other = dice.below(last + 1)
    ;[codes[last], codes[other]] = [codes[other]!, codes[last]!]
  }
  return codes.filter((code) => code !== right).slice(0, count)
}
