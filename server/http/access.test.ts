import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteUser, logout } from '#contract/auth.ts'
import { deleteApiKey, listApiKeys, type createApiKey } from '#contract/api-keys.ts'
import {
  API_BASE,
  Right,
  type ApiScope,
  type Endpoint,
  type Input,
  type Role,
} from '#contract/endpoint.ts'
import type { RefusalCode } from '#contract/errors.ts'
import { editUserAsAdmin } from '#contract/users.ts'
import { listEndpoints } from '#server/testing/endpoints.ts'
import { signUp, signUpAdmin, type Member, type Tokens } from '#server/testing/people.ts'
import { makeReseller, openProgram } from '#server/testing/programs.ts'
import { openShop, type TestShop } from '#server/testing/shop.ts'

type World = { shop: TestShop; admin: Member }

/** A kind of caller: who the shop must take them for, and how they come to be. */
type Kind = {
  is: Role | 'nobody'
  has?: Right[]
  enter(world: World): Promise<Tokens | null>
}

const enterAs = (role: Role, and?: (world: World, member: Member) => Promise<unknown>) =>
  async function enter(world: World): Promise<Tokens> {
    const member = await signUp(world.shop, 'Asha Rao')
    const { id } = member
    if (role !== 'user') await world.admin.call(editUserAsAdmin, { id, role })
    await and?.(world, member)
    return member.tokens
  }

const KINDS: Record<string, Kind> = {
  'a visitor': { is: 'nobody', enter: async () => null },
  'a user': { is: 'user', enter: enterAs('user') },
  'a reseller': { is: 'reseller', enter: enterAs('reseller') },
  'an administrator': { is: 'admin', enter: enterAs('admin') },
  'an administrator made a user': {
    is: 'user',
    enter: enterAs('admin', ({ admin }, { id }) =>
      admin.call(editUserAsAdmin, { id, role: 'user' }),
    ),
  },
  'a blocked administrator': {
    is: 'nobody',
    enter: enterAs('admin', ({ admin }, { id }) =>
      admin.call(editUserAsAdmin, { id, isBlocked: true }),
    ),
  },
  'a deleted user': {
    is: 'nobody',
    enter: enterAs('user', (_, member) => member.call(deleteUser, {})),
  },
  'an administrator who signed out': {
    is: 'nobody',
    enter: enterAs('admin', (_, member) => member.call(logout, {})),
  },
  'a member of the staff whose rights were taken away': {
    is: 'staff',
    enter: enterAs('staff', async ({ admin }, { id }) => {
      await admin.call(editUserAsAdmin, { id, rights: Right.options })
      await admin.call(editUserAsAdmin, { id, rights: [] })
    }),
  },
  'a member of the staff made a user': {
    is: 'user',
    enter: enterAs('staff', async ({ admin }, { id }) => {
      await admin.call(editUserAsAdmin, { id, rights: Right.options })
      await admin.call(editUserAsAdmin, { id, role: 'user' })
    }),
  },
  ...Object.fromEntries(
    Right.options.map((right): [string, Kind] => [
      `staff with the right to ${right}`,
      {
        is: 'staff',
        has: [right],
        enter: enterAs('staff', ({ admin }, { id }) =>
          admin.call(editUserAsAdmin, { id, rights: [right] }),
        ),
      },
    ]),
  ),
  'somebody with a made-up token': {
    is: 'nobody',
    enter: async () => ({ accessToken: 'made.up.token', refreshToken: '' }),
  },
}

function mayPass({ access, right }: Endpoint, { is, has = [] }: Kind): boolean {
  if (access === 'anyone') return true
  if (is === 'staff' && access === 'admin')
    return right === 'any' || has.some((one) => [right].flat().includes(one))
  return is !== 'nobody' && (access === 'signed-in' || access === is)
}

/** Sends no fields: whether somebody may pass is asked before what they send is looked at. */
async function knock(
  { url }: Pick<TestShop, 'url'>,
  { method, path }: Endpoint,
  credentials: Record<string, string>,
) {
  const address = path.replace(/:\w+/g, () => crypto.randomUUID())
  const hasBody = method === 'POST' || method === 'PUT'
  const response = await fetch(`${url}${API_BASE}${address}`, {
    method,
    redirect: 'manual',
    ...(hasBody ? { body: '{}' } : {}),
    headers: {
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...credentials,
    },
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const { code } = (isJson ? await response.json() : {}) as { code?: string }
  await response.body?.cancel().catch(() => {})
  return { status: response.status, code }
}

const endpoints = await listEndpoints()

for (const [name, kind] of Object.entries(KINDS))
  test(`${name} gets exactly as far as the contract says, at every call`, async (t) => {
    const shop = await openShop(t)
    const world = { shop, admin: await signUpAdmin(shop) }
    const { is, enter } = kind
    let tokens = await enter(world)
    for (const [name, endpoint] of endpoints) {
      const bearer = tokens ? { authorization: `Bearer ${tokens.accessToken}` } : {}
      const { status, code } = await knock(shop, endpoint, bearer)
      const told = `${name}: ${status} ${code ?? ''}`
      assert.ok(status < 500, told)
      if (endpoint.access === 'api-key')
        assert.deepEqual([status, code], [401, 'API_KEY_MISSING'], told)
      else if (mayPass(endpoint, kind))
        assert.ok(code !== 'NOT_SIGNED_IN' && code !== 'ACCESS_DENIED', told)
      else if (is === 'nobody') assert.deepEqual([status, code], [401, 'NOT_SIGNED_IN'], told)
      else assert.deepEqual([status, code], [403, 'ACCESS_DENIED'], told)
      // They may have signed out just now, or be gone.
      if (status === 200 && endpoint.method !== 'GET') tokens = await enter(world)
    }
  })

type Holder = { shop: TestShop; admin: Member; reseller: Member }
type KeyKind = {
  fields?: Partial<Input<typeof createApiKey>>
  and?: (holder: Holder) => Promise<unknown>
  refusal?: RefusalCode
}

const KEYS: Record<string, KeyKind> = {
  'a key for everything': {},
  'a key for reading': { fields: { scopes: ['read'] } },
  'a test key for orders': { fields: { scopes: ['orders'], isTest: true } },
  'a key for webhooks': { fields: { scopes: ['webhooks'] } },
  'a key for another address': {
    fields: { allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'] },
    refusal: 'API_KEY_ADDRESS',
  },
  'a key for this address': { fields: { allowedNetworks: ['127.0.0.0/8', '::1'] } },
  'an ended key': {
    and: async ({ reseller }) => {
      const { data } = await reseller.call(listApiKeys, {})
      await reseller.call(deleteApiKey, { id: data.keys[0]!._id })
    },
    refusal: 'API_KEY_UNKNOWN',
  },
  'a key of a reseller made a user': {
    and: ({ admin, reseller: { id } }) => admin.call(editUserAsAdmin, { id, role: 'user' }),
    refusal: 'API_KEY_UNKNOWN',
  },
  'a key of a reseller made an administrator': {
    and: ({ admin, reseller: { id } }) => admin.call(editUserAsAdmin, { id, role: 'admin' }),
    refusal: 'API_KEY_UNKNOWN',
  },
  'a key of a blocked reseller': {
    and: ({ admin, reseller: { id } }) => admin.call(editUserAsAdmin, { id, isBlocked: true }),
    refusal: 'API_KEY_UNKNOWN',
  },
  'a key of a deleted reseller': {
    and: ({ reseller }) => reseller.call(deleteUser, {}),
    refusal: 'API_KEY_UNKNOWN',
  },
}

test('every kind of key for programs gets exactly as far as the contract says, at every call', async (t) => {
  const shop = await openShop(t, { env: { LIMIT_API_REQUESTS_PER_SECOND: '1000' } })
  const admin = await signUpAdmin(shop)
  for (const [kind, { fields, and, refusal }] of Object.entries(KEYS)) {
    const reseller = await makeReseller(shop, admin, {})
    const program = await openProgram(reseller, fields)
    await and?.({ shop, admin, reseller })
    const scopes: readonly ApiScope[] = fields?.scopes ?? ['read', 'orders', 'webhooks']
    for (const [name, endpoint] of endpoints) {
      const { status, code } = await knock(shop, endpoint, program.headers)
      const told = `${kind} at ${name}: ${status} ${code ?? ''}`
      if (endpoint.access === 'anyone') assert.notEqual(code, 'NOT_SIGNED_IN', told)
      else if (endpoint.access !== 'api-key') assert.equal(code, 'NOT_SIGNED_IN', told)
      else if (refusal) assert.equal(code, refusal, told)
      else if (endpoint.scope && !scopes.includes(endpoint.scope))
        assert.deepEqual([status, code], [403, 'API_KEY_SCOPE'], told)
      else assert.ok(status < 500 && !code?.startsWith('API_KEY'), told)
    }
  }
})
