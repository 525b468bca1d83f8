import { deleteUser, logout } from '#contract/accounts/auth.ts'
import { beginAsGuest } from '#contract/accounts/guests.ts'
import { deleteApiKey, listApiKeys, type createApiKey } from '#contract/resellers/api-keys.ts'
import { Right, type Input, type Role } from '#contract/core/endpoint.ts'
import type { RefusalCode } from '#contract/core/errors/errors.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { setUpApp } from '#tests/support/accounts/factors.ts'
import {
  createPerson,
  logIn,
  newEmail,
  signUp,
  type Member,
} from '#tests/support/accounts/people.ts'
import { makeReseller, openApiClient } from '#tests/support/resellers/api-clients.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import type { Group } from './who-may.ts'

export type AdminSetup = ChaosSetup & { admin: Member }

/** A kind of caller: the groups they belong to, and how one is created. */
export type Caller = {
  /** Groups besides `anybody`. Null for callers who are treated as a visitor. */
  in: Group[] | null
  enter(adminSetup: AdminSetup): Promise<Record<string, string>>
  /** For callers with a second factor: whether this session has shown it. */
  factor?: 'unshown' | 'shown' | 'shown just now'
  /** For API keys that don't work. */
  refusal?: RefusalCode
}

type Change = { role?: Role; rights?: Right[]; isBlocked?: boolean }

const bearer = ({ tokens }: Pick<Member, 'tokens'>) => ({
  authorization: `Bearer ${tokens.accessToken}`,
})

/** Signs somebody up and lets an administrator apply the changes one by one. */
const enterAs = (...changes: Change[]) =>
  async function enter({ urls, sql, admin }: AdminSetup) {
    const member = await signUp({ url: urls[0]! }, 'Asha Rao')
    await proveEmail({ sql }, member)
    for (const change of changes) {
      const { status, message } = await admin.call(editUserAsAdmin, { id: member.id, ...change })
      if (status !== 200) throw new Error(message)
    }
    return bearer(member)
  }

const ALL = Right.options.map((right): Group => `staff for ${right}`)
const STAFF: Group[] = ['signed in', 'all who work here']
const ADMIN: Group[] = [...STAFF, ...ALL, 'administrators']
const all = { role: 'staff', rights: Right.options } satisfies Change

const asStaff = (rights: Right[]): Caller => ({
  in: [...STAFF, ...rights.map((right): Group => `staff for ${right}`)],
  enter: enterAs({ role: 'staff' }, { rights }),
})

/** A caller with a second factor that was shown at setup, long ago, or never in this session. */
const withFactor = (factor: NonNullable<Caller['factor']>, role: 'admin' | 'staff'): Caller => ({
  in: role === 'admin' ? ADMIN : [...STAFF, ...ALL],
  factor,
  async enter({ urls, sql, admin }) {
    const member = await signUp({ url: urls[0]! }, 'Amrita Admin')
    await proveEmail({ sql }, member)
    const rights = role === 'staff' ? { rights: Right.options } : {}
    await admin.call(editUserAsAdmin, { id: member.id, role, ...rights })
    await setUpApp(member)
    if (factor === 'unshown') return bearer(await logIn(member))
    if (factor === 'shown')
      await sql`
        update session set confirmed_at = confirmed_at - interval '1 hour' where user_id = ${member.id}`
    return bearer(member)
  },
})

export const SIGNED_IN: Record<string, Caller> = {
  'a visitor': { in: null, enter: async () => ({}) },
  'a made-up token': {
    in: null,
    enter: async () => ({ authorization: 'Bearer made.up.token' }),
  },
  'a refresh token instead': {
    in: null,
    async enter({ urls }) {
      const { tokens } = await signUp({ url: urls[0]! }, 'Asha Rao')
      return { authorization: `Bearer ${tokens.refreshToken}` }
    },
  },
  'a guest': {
    in: ['guests'],
    async enter({ urls }) {
      const { data } = await createPerson(urls[0]!).call(beginAsGuest, { email: newEmail('guest') })
      return bearer({ tokens: data })
    },
  },
  'a user': { in: ['signed in'], enter: enterAs() },
  'a reseller': { in: ['signed in', 'resellers'], enter: enterAs({ role: 'reseller' }) },
  'an administrator': { in: ADMIN, enter: enterAs({ role: 'admin' }) },
  'a blocked user': { in: null, enter: enterAs({ isBlocked: true }) },
  'a blocked reseller': { in: null, enter: enterAs({ role: 'reseller' }, { isBlocked: true }) },
  'a blocked member of the staff': { in: null, enter: enterAs(all, { isBlocked: true }) },
  'a blocked administrator': { in: null, enter: enterAs({ role: 'admin' }, { isBlocked: true }) },
  'somebody blocked and let in again': {
    in: null, // until they sign in again
    enter: enterAs({ role: 'admin' }, { isBlocked: true }, { isBlocked: false }),
  },
  'an administrator made a user': {
    in: ['signed in'],
    enter: enterAs({ role: 'admin' }, { role: 'user' }),
  },
  'an administrator made staff': {
    in: STAFF,
    enter: enterAs({ role: 'admin' }, { role: 'staff' }),
  },
  'a reseller made a user': {
    in: ['signed in'],
    enter: enterAs({ role: 'reseller' }, { role: 'user' }),
  },
  'staff made a user': { in: ['signed in'], enter: enterAs(all, { role: 'user' }) },
  'staff made a reseller': {
    in: ['signed in', 'resellers'],
    enter: enterAs(all, { role: 'reseller' }),
  },
  'staff whose rights were taken away': { in: STAFF, enter: enterAs(all, { rights: [] }) },
  'staff with no right': asStaff([]),
  ...Object.fromEntries(
    Right.options.map((right) => [`staff with the right to ${right}`, asStaff([right])]),
  ),
  'staff with every right': asStaff(Right.options),
  ...Object.fromEntries(
    (['unshown', 'shown', 'shown just now'] as const).flatMap((factor) =>
      (['admin', 'staff'] as const).map((role) => [
        `${role} with a second factor ${factor}`,
        withFactor(factor, role),
      ]),
    ),
  ),
  'a deleted user': {
    in: null,
    async enter({ urls }) {
      const member = await signUp({ url: urls[0]! }, 'Asha Rao')
      await member.call(deleteUser, {})
      return bearer(member)
    },
  },
  'somebody signed out': {
    in: null,
    async enter({ urls }) {
      const member = await signUp({ url: urls[0]! }, 'Asha Rao')
      await member.call(logout, {})
      return bearer(member)
    },
  },
}

type KeyInput = Partial<Input<typeof createApiKey>>
type Event = (adminSetup: AdminSetup, reseller: Member) => Promise<unknown>

const KEYS: Record<'read' | 'orders' | 'webhooks', Group> = {
  read: 'programs that read',
  orders: 'programs that order',
  webhooks: 'programs that set up webhooks',
}
const SCOPES = ['read', 'orders', 'webhooks'] as const

const withKey = (
  options: KeyInput,
  more: { after?: Event; refusal?: RefusalCode } = {},
): Caller => ({
  in: (options.scopes ?? SCOPES).map((scope) => KEYS[scope]),
  ...(more.refusal ? { refusal: more.refusal } : {}),
  async enter(adminSetup) {
    const reseller = await makeReseller(
      { url: adminSetup.urls[0]!, sql: adminSetup.sql },
      adminSetup.admin,
      {},
    )
    const { headers } = await openApiClient(reseller, options)
    await more.after?.(adminSetup, reseller)
    return headers
  },
})

const change =
  (fields: Change): Event =>
  ({ admin }, { id }) =>
    admin.call(editUserAsAdmin, { id, ...fields })

const ended = (after: Event) => withKey({}, { after, refusal: 'API_KEY_UNKNOWN' })

export const WITH_KEYS: Record<string, Caller> = {
  'a key for everything': withKey({}),
  'a key for reading': withKey({ scopes: ['read'] }),
  'a key for orders': withKey({ scopes: ['orders'] }),
  'a key for webhooks': withKey({ scopes: ['webhooks'] }),
  'a key for reading and webhooks': withKey({ scopes: ['read', 'webhooks'] }),
  'a test key for orders': withKey({ scopes: ['orders'], isTest: true }),
  'a key for this address': withKey({ allowedNetworks: ['127.0.0.0/8', '::1'] }),
  'a key for another address': withKey(
    { allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] },
    { refusal: 'API_KEY_ADDRESS' },
  ),
  'a made-up key': {
    in: [],
    refusal: 'API_KEY_UNKNOWN',
    enter: async () => ({ 'x-api-key': `gs_live_${'x'.repeat(43)}` }),
  },
  'an ended key': ended(async (_, reseller) => {
    const { data } = await reseller.call(listApiKeys, {})
    await reseller.call(deleteApiKey, { id: data.keys[0]!._id })
  }),
  'a key of a reseller made a user': ended(change({ role: 'user' })),
  'a key of a reseller made an administrator': ended(change({ role: 'admin' })),
  'a key of a blocked reseller': ended(change({ isBlocked: true })),
  'a key of a deleted reseller': ended((_, reseller) => reseller.call(deleteUser, {})),
}
