import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAudit } from '#contract/backoffice/audit.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { deleteTag, editTag } from '#contract/catalogue/tags.ts'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { makeTag } from '#tests/support/catalogue/catalog.ts'
import { createPerson, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { findScans, openWatchedNode } from '#tests/support/shop/watched-node.ts'

async function read(admin: Person, input: Partial<Input<typeof listAudit>> = {}) {
  const { status, data } = await admin.call(listAudit, {
    limit: 10,
    search: '',
    searchIndex: 'action',
    ...input,
  })
  assert.equal(status, 200)
  return data
}

const namesOf = ({ entries }: Awaited<ReturnType<typeof read>>) =>
  entries.map(({ action }) => action)

test('the audit log shows each action with author, address, and the values before and after', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const other = await signUpAdmin(shop, 'Omar Other')
  const { _id: id } = await makeTag(admin, { tagName: 'Hot' })
  await other.call(editTag, { id, tagName: 'Cold' })
  await admin.call(deleteTag, { id })

  const [deleted, edited, created] = (await read(admin)).entries
  assert.deepEqual(
    [deleted!.action, edited!.action, created!.action],
    ['delete tag', 'edit tag', 'create tag'],
  )
  assert.deepEqual(edited!.userId, { _id: other.id, fullName: 'Omar Other', email: other.email })
  assert.equal(edited!.subject, `tag ${id}`)
  assert.equal((edited!.before as { name: string }).name, 'Hot')
  assert.equal((edited!.after as { name: string }).name, 'Cold')
  assert.deepEqual([created!.before, deleted!.after], [null, null])
  assert.match(edited!.address, /\d/)

  const find = async (searchIndex: 'action' | 'subject' | 'email', search: string) =>
    namesOf(await read(admin, { searchIndex, search }))
  assert.deepEqual(await find('action', 'Edit'), ['edit tag'])
  assert.deepEqual(await find('action', 'tag'), [])
  assert.deepEqual(await find('action', '%'), [])
  assert.deepEqual(await find('subject', `tag ${id}`), ['delete tag', 'edit tag', 'create tag'])
  assert.deepEqual(await find('subject', 'tag'), ['delete tag', 'edit tag', 'create tag'])
  assert.ok((await find('email', other.email)).includes('edit tag'))
  assert.ok(!(await find('email', other.email)).includes('delete tag'))
})

test('the log is leafed through to its end, each entry once, whatever is done meanwhile', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const names = Array.from({ length: 23 }, (_, index) => `Tag ${index}`)
  for (const tagName of names) await makeTag(admin, { tagName })
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null;) {
    const { entries, next } = await read(admin, {
      search: 'create tag',
      ...(after ? { after } : {}),
    })
    seen.push(...entries.map(({ after: tag }) => (tag as { name: string }).name))
    await makeTag(admin)
    after = next
  }
  assert.deepEqual(seen, names.toReversed())
  const page = async (input: Partial<Input<typeof listAudit>>) => {
    const { entries } = await read(admin, { search: 'create tag', ...input })
    return entries.map(({ after: tag }) => (tag as { name: string }).name)
  }
  assert.deepEqual(await page({ sort: 'createdAt' }), names.slice(0, 10))
  assert.deepEqual(await page({ sort: 'createdAt', page: 2 }), names.slice(10, 20))
  const { next } = await read(admin, { search: 'create tag', sort: 'createdAt', limit: 3 })
  const behind = { sort: 'createdAt', after: next!, limit: 2, page: 2 } as const
  assert.deepEqual(await page(behind), names.slice(5, 7))
  for (const query of ['page=0', 'page=1000001', 'limit=101', 'sort=name'])
    assert.equal((await admin.send('GET', `/api/v1/audit?${query}`)).status, 400, query)
  assert.deepEqual(await read(admin, { after: crypto.randomUUID() }), { entries: [], next: null })
})

test('days bound what is read of the log, and of a long one only what is shown is read', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  await shop.sql`
    insert into audit (id, user_id, action, subject, before, after, address, created_at)
    select gen_random_uuid(), ${admin.id}, 'edit item', 'item ' || n, null, null, '::1',
      '2026-01-01T00:00:00+05:30'::timestamptz - n * interval '1 hour'
    from generate_series(0, 30000) n`
  await analyzeFully(shop.sql, 'audit')
  const day = await read(admin, { from: '2025-12-30', to: '2025-12-30', limit: 100 })
  assert.equal(day.entries.length, 24)
  assert.equal(day.next, null)

  const { node, takePlans } = await openWatchedNode(t, shop)
  const reader = createPerson(node.url, admin.tokens)
  const deep = (await read(admin, { to: '2023-01-01' })).next!
  for (let time = 0; time < 7; time++)
    for (const input of [
      {},
      { after: deep },
      { search: 'make administrator' },
      { searchIndex: 'subject', search: 'item 29999' },
      { searchIndex: 'email', search: admin.email, after: deep },
    ] as const)
      await read(reader, input)
  assert.deepEqual(findScans(takePlans(), ['audit']), [])
})
