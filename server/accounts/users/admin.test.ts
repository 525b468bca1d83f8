import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  editUserAsAdmin,
  findUser,
  getUser,
  listUsers,
  pickUsers,
} from '#contract/accounts/users.ts'
import { deleteUser } from '#contract/accounts/auth.ts'
import { logIn, signUp, signUpAdmin } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

type Listed = { users: { email: string; _id: string }[]; total: number }

/** Forty people with distinct names, emails and phones. */
async function openShopWithMany(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await shop.sql`
    insert into users (id, full_name, email, phone, created_at, updated_at)
    select gen_random_uuid(), 'Person ' || chr(97 + n / 26) || chr(97 + n % 26),
      'person' || n || case when n < 3 then '_x%' else '' end || '@crowd.example',
      (9000000000 + n)::text, now() - make_interval(days => n + 1), now() - make_interval(hours => n)
    from generate_series(0, 39) as n`
  const list = async (query: string) => {
    const answer = await admin.send('GET', `/api/v1/user/all?${query}`)
    const { users = [], total } = (answer.data ?? {}) as Partial<Listed>
    return { ...answer, users, total, emails: users.map(({ email }) => email) }
  }
  return { shop, admin, list }
}

const testInShop = shareShop(openShopWithMany)

test('pages of users neither skip nor repeat anybody', async (t) => {
  const { admin, list } = await openShopWithMany(t)
  const first = await admin.call(listUsers, {
    page: 1,
    limit: 10,
    search: '',
    searchIndex: 'email',
    sort: '-createdAt',
  })
  assert.deepEqual([first.data.users.length, first.data.total], [10, 41])
  assert.deepEqual(first.data.users[0]!._id, admin.id)
  const ids = new Set<string>()
  for (const page of [1, 2, 3]) {
    const { users, total } = await list(`page=${page}&limit=15`)
    assert.equal(total, 41)
    for (const { _id } of users) ids.add(_id)
  }
  assert.equal(ids.size, 41)
  const { users, total } = await list('page=1000000&limit=100')
  assert.deepEqual([users, total], [[], 41])
})

testInShop('users are found by any part of each field, in any case', async ({ list }) => {
  assert.deepEqual((await list('search=PERSON7@&searchIndex=email')).emails, [
    'person7@crowd.example',
  ])
  assert.deepEqual((await list('search=ON7@Crowd.ex')).emails, ['person7@crowd.example'])
  assert.deepEqual((await list('search=person7@crowd.org')).emails, [])
  assert.deepEqual((await list('search=0000000012&searchIndex=phone')).emails, [])
  assert.deepEqual((await list('search=000012&searchIndex=phone')).emails, [
    'person12@crowd.example',
  ])
  assert.deepEqual((await list('search=%20person%20AB%20&searchIndex=fullName')).emails, [
    'person1_x%@crowd.example',
  ])
  assert.equal((await list('search=crowd.example')).total, 40)
  assert.equal((await list('search=crowd.example&searchIndex=phone')).total, 0)
  const any = async (search: string) =>
    (await list(`searchIndex=any&search=${encodeURIComponent(search)}`)).emails
  const known = ['son7@', '+91 90000 00007', '9000000007', 'person AH']
  for (const search of known) assert.deepEqual(await any(search), ['person7@crowd.example'], search)
  assert.deepEqual(await any('nobody at all'), [])
})

testInShop('a search treats every character literally', async ({ list }) => {
  const totals: Record<string, number> = {
    '%': 3,
    _: 3,
    '_x%': 3,
    '%@crowd': 3,
    '%rson7@crowd': 0,
    'rson7@%': 0,
    '\\': 0,
    '%\\': 0,
    "'": 0,
    "' or true --": 0,
    person_: 0,
    'p%n': 0,
  }
  for (const [search, total] of Object.entries(totals))
    assert.equal((await list(`search=${encodeURIComponent(search)}`)).total, total, search)
})

testInShop('users can be sorted by each offered field, in both directions', async ({ list }) => {
  const firsts: Record<string, string> = {
    createdAt: 'person39@',
    updatedAt: 'person39@',
    fullName: 'person0_x%@',
    email: 'person',
    '-fullName': 'person39@',
  }
  for (const [sort, start] of Object.entries(firsts)) {
    const { emails } = await list(`sort=${sort}&search=crowd&limit=100`)
    assert.ok(emails[0]!.startsWith(start), `${sort}: ${emails[0]}`)
    const { emails: other } = await list(
      `sort=${sort.startsWith('-') ? sort.slice(1) : `-${sort}`}&search=crowd&limit=100`,
    )
    assert.deepEqual(other, emails.toReversed())
  }
  const { emails: byDefault } = await list('search=crowd&limit=100')
  const { emails: newest } = await list('search=crowd&limit=100&sort=-createdAt')
  assert.deepEqual(byDefault, newest)
})

testInShop('an unknown field or order is refused with a clear message', async ({ list }) => {
  const refusals: [query: string, field: string][] = [
    ['sort=password', 'sort'],
    ['sort=--createdAt', 'sort'],
    ['sort=', 'sort'],
    ['searchIndex=role', 'searchIndex'],
    ['searchIndex=password_hash', 'searchIndex'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=', 'page'],
    ['page=1000001', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1e1', 'limit'],
    [`search=${'a'.repeat(201)}`, 'search'],
    ['role=admin', 'role'],
  ]
  for (const [query, field] of refusals) {
    const { status, errors } = await list(query)
    assert.deepEqual([status, errors[0]?.field], [400, field], query)
  }
})

testInShop(
  'the picker offers at most a hundred names with their emails',
  async ({ shop, admin }) => {
    await shop.sql`
      insert into users (id, full_name, email, created_at, updated_at)
      select gen_random_uuid(), 'Many', 'many' || n || '@many.example', now(), now()
      from generate_series(1, 120) as n`
    const { data } = await admin.call(pickUsers, { search: 'MANY' })
    assert.equal(data.users.length, 100)
    assert.deepEqual(Object.keys(data.users[0]!).toSorted(), ['_id', 'email', 'fullName'])
    const { data: byName } = await admin.call(pickUsers, { search: 'person ab' })
    assert.deepEqual(
      byName.users.map(({ fullName }) => fullName),
      ['Person ab'],
    )
    const { data: none } = await admin.call(pickUsers, { search: '%%' })
    assert.deepEqual(none.users, [])
  },
)

testInShop('a deleted user is in no list and has no page', async ({ shop, admin, list }) => {
  const asha = await signUp(shop, 'Asha Rao')
  const { email } = asha
  assert.equal((await list(`search=${email}`)).total, 1)
  assert.equal((await admin.call(findUser, { id: asha.id })).data.email, email)
  await asha.call(deleteUser, {})
  assert.equal((await list('search=Deleted&searchIndex=fullName')).total, 0)
  assert.deepEqual((await admin.call(pickUsers, { search: 'Deleted' })).data.users, [])
  for (const endpoint of [findUser, editUserAsAdmin]) {
    const { status, code } = await admin.call(endpoint, { id: asha.id })
    assert.deepEqual([status, code], [404, 'NO_SUCH_USER'])
  }
})

testInShop(
  'each change of a user by an administrator is audited with the old and new values',
  async ({ shop }) => {
    const admin = await signUpAdmin(shop)
    const asha = await signUp(shop, 'Asha Rao')
    const { id } = asha
    await proveEmail(shop, asha)
    const answer = await admin.call(editUserAsAdmin, { id, role: 'reseller', isBlocked: true })
    assert.deepEqual([answer.status, answer.message], [200, 'User updated'])
    assert.partialDeepStrictEqual(answer.data, { role: 'reseller', isBlocked: true })
    const [row] = await shop.sql<Record<string, string>[]>`
      select * from audit where action = 'edit user' and subject = ${`user ${id}`}`
    const { userId, subject, before, after, address = '' } = row!
    assert.deepEqual(
      { userId, subject, before, after },
      {
        userId: admin.id,
        subject: `user ${id}`,
        before: { role: 'user', isBlocked: false },
        after: { role: 'reseller', isBlocked: true },
      },
    )
    assert.match(address, /^127\.0\.0\.1$|::\/64$/)
  },
)

testInShop('saving a user unchanged signs nobody out', async ({ shop }) => {
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  const { id } = asha
  for (const change of [{}, { isBlocked: false }, { role: 'user' as const }]) {
    const { status, data } = await admin.call(editUserAsAdmin, { id, ...change })
    assert.deepEqual([status, data.role, data.isBlocked], [200, 'user', false])
    assert.equal((await asha.call(getUser, {})).status, 200)
  }
  await admin.call(editUserAsAdmin, { id, isBlocked: true })
  await admin.call(editUserAsAdmin, { id, isBlocked: false })
  const back = await logIn(asha)
  await proveEmail(shop, asha)
  await admin.call(editUserAsAdmin, { id, role: 'reseller' })
  assert.equal((await back.call(getUser, {})).data.role, 'reseller')
})

testInShop('administrators cannot change their own role or state', async ({ shop }) => {
  const admin = await signUpAdmin(shop)
  for (const change of [{ role: 'user' as const }, { isBlocked: true }, {}]) {
    const { status, code } = await admin.call(editUserAsAdmin, { id: admin.id, ...change })
    assert.deepEqual([status, code], [409, 'OWN_ACCOUNT'])
  }
  const inCapitals = `/api/v1/user/${admin.id.toUpperCase()}`
  assert.equal((await admin.send('PUT', inCapitals, { role: 'user' })).code, 'OWN_ACCOUNT')
  assert.equal((await admin.call(getUser, {})).data.role, 'admin')
})

testInShop('unknown roles, states and fields are refused', async ({ shop }) => {
  const admin = await signUpAdmin(shop)
  const { id } = await signUp(shop, 'Asha Rao')
  const wrongs = { role: 'owner', isBlocked: 'true', email: 'a@b.example', balance: 5, id }
  for (const [field, value] of Object.entries(wrongs)) {
    const { status, errors } = await admin.send('PUT', `/api/v1/user/${id}`, { [field]: value })
    assert.deepEqual([status, errors[0]?.field], [400, field])
  }
  for (const path of ['nobody', '1', '00000000-0000-0000-0000-000000000000x', '%27']) {
    const { status, code } = await admin.send('PUT', `/api/v1/user/${path}`, {})
    assert.deepEqual([status, code], [404, 'NO_SUCH_CALL'], path)
  }
})
