import { changePassword, deleteUser } from '#contract/accounts/auth.ts'
import { Right, type Endpoint, type Input } from '#contract/core/endpoint.ts'
import { listAllOrders } from '#contract/orders/orders.ts'
import { getApiBalance } from '#contract/resellers/reseller.ts'
import { endOtherSessions, endUserSessions } from '#contract/accounts/sessions.ts'
import { editUserAsAdmin, getUser } from '#contract/accounts/users.ts'
import { listWebhooks } from '#contract/resellers/webhooks.ts'
import {
  createPerson,
  logIn,
  signUp,
  type Member,
  type Person,
} from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { AdminSetup } from './callers.ts'
import { createDice } from '#tests/chaos/dice.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

export type EndReport = {
  ends: number
  answered: number // calls before and during the change
  refused: number // calls that began after the change
  wrong: string[]
}

type Change = Partial<Input<typeof editUserAsAdmin>>
type Call = (person: Person) => Promise<{ status: number }>

/** Describes what a person loses, the change that takes it, and the call they repeat meanwhile. */
type End = {
  before: Change
  change: (adminSetup: AdminSetup, member: Member) => Promise<{ status: number }>
  call: Call
  refusal: number
  byApiClient?: true
}

const asAdmin =
  (change: Change) =>
  (adminSetup: AdminSetup, { id }: Member) =>
    adminSetup.admin.call(editUserAsAdmin, { id, ...change })

const reads =
  <E extends Endpoint>(endpoint: E, input: Input<E>): Call =>
  (person) =>
    person.call(endpoint, input)

const PAGE = {
  page: 1,
  limit: 1,
  search: '',
  searchIndex: 'invoiceId',
  sort: '-createdAt',
} as const
const orders = reads(listAllOrders, PAGE)
const user = reads(getUser, {})

const ENDS: Record<string, End> = {
  'a user is blocked': {
    before: {},
    change: asAdmin({ isBlocked: true }),
    call: user,
    refusal: 401,
  },
  'an administrator is made a user': {
    before: { role: 'admin' },
    change: asAdmin({ role: 'user' }),
    call: orders,
    refusal: 403,
  },
  'an administrator is blocked': {
    before: { role: 'admin' },
    change: asAdmin({ isBlocked: true }),
    call: orders,
    refusal: 401,
  },
  'staff lose a right': {
    before: { role: 'staff', rights: Right.options },
    change: asAdmin({ rights: ['support'] }),
    call: orders,
    refusal: 403,
  },
  'a reseller is made a user': {
    before: { role: 'reseller' },
    change: asAdmin({ role: 'user' }),
    call: reads(listWebhooks, {}),
    refusal: 403,
  },
  'a reseller with a program is blocked': {
    before: { role: 'reseller' },
    change: asAdmin({ isBlocked: true }),
    call: reads(getApiBalance, {}),
    refusal: 401,
    byApiClient: true,
  },
  'a reseller with a program is made a user': {
    before: { role: 'reseller' },
    change: asAdmin({ role: 'user' }),
    call: reads(getApiBalance, {}),
    refusal: 401,
    byApiClient: true,
  },
  'an administrator ends their sessions': {
    before: {},
    change: ({ admin }, { id }) => admin.call(endUserSessions, { id }),
    call: user,
    refusal: 401,
  },
  'another device ends all others': {
    before: {},
    change: async (_, member) => (await logIn(member)).call(endOtherSessions, {}),
    call: user,
    refusal: 401,
  },
  'another device changes the password': {
    before: {},
    change: async (_, member) =>
      (await logIn(member)).call(changePassword, { newPassword: 'An0ther!!' }),
    call: user,
    refusal: 401,
  },
  'their account is deleted': {
    before: {},
    change: (_, member) => member.call(deleteUser, {}),
    call: user,
    refusal: 401,
  },
}

const BEFORE_MS = 30
const AT_ONCE = 3 // calls of one person at each node

/**
 * People call every node without pause while one node takes their access away. No call that begins after that may be
 * answered.
 */
export async function endAccess(
  setup: ChaosSetup,
  { ends, seed }: { ends: number; seed: number },
): Promise<EndReport> {
  const dice = createDice(seed)
  const admin = await signUp({ url: setup.urls[0]! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const report: EndReport = { ends, answered: 0, refused: 0, wrong: [] }
  const kinds = Object.entries(ENDS)
  for (let index = 0; index < ends; index++) {
    const [what, end] = kinds[index % kinds.length]!
    const url = dice.pick(setup.urls)
    const adminSetup = {
      ...setup,
      admin: Object.assign(createPerson(url, admin.tokens), admin, { url }),
    }
    await endOne(adminSetup, { what, end, report })
  }
  return report
}

type EndRun = { what: string; end: End; report: EndReport }

async function endOne(adminSetup: AdminSetup, { what, end, report }: EndRun): Promise<void> {
  const member = await enter(adminSetup, end)
  const headers = end.byApiClient ? (await openApiClient(member)).headers : {}
  const callers = adminSetup.urls.flatMap((url) =>
    Array.from({ length: AT_ONCE }, () =>
      Object.assign(createPerson(url, end.byApiClient ? null : member.tokens), { headers }),
    ),
  )
  let endedAt = Infinity
  const late: number[] = []
  const calling = callers.map(async (person) => {
    for (;;) {
      const begunAt = performance.now()
      const { status } = await end.call(person)
      if (begunAt > endedAt) return void late.push(status)
      if (status === 200) report.answered++
    }
  })
  await new Promise((done) => setTimeout(done, BEFORE_MS))
  const { status } = await end.change(adminSetup, member)
  endedAt = performance.now()
  if (status !== 200) report.wrong.push(`${what}: the change got the answer ${status}`)
  await Promise.all(calling)
  report.refused += late.length
  for (const one of late.filter((status) => status !== end.refusal))
    report.wrong.push(`${what}: ${one} for a call that began after it`)
}

async function enter(adminSetup: AdminSetup, { before }: End): Promise<Member> {
  if (before.role === 'reseller')
    return makeReseller({ url: adminSetup.urls[0]!, sql: adminSetup.sql }, adminSetup.admin, {})
  const member = await signUp({ url: adminSetup.urls[0]! }, 'Asha Rao')
  await proveEmail(adminSetup, member)
  if (Object.keys(before).length > 0)
    await adminSetup.admin.call(editUserAsAdmin, { id: member.id, ...before })
  return member
}
