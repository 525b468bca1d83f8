import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzeFully } from '#tests/support/database/plans/analyze.ts'
import { makeManyUsers } from '#tests/support/database/past-users.ts'
import { createPerson, signUpAdmin } from '#tests/support/accounts/people.ts'
import { type Planned } from '#tests/support/database/plans/plans.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { listNodes, openWatchedNode } from '#tests/support/shop/watched-node.ts'

const COUNT = 40_000

/** Counts the pages read through the index for searching people. */
function countPages(planned: Planned[]): number {
  const nodes = planned.flatMap(({ plan }) => listNodes(plan))
  return nodes
    .filter((node) => node['Index Name'] === 'users_search')
    .reduce((sum, node) => sum + node['Shared Hit Blocks']! + node['Shared Read Blocks']!, 0)
}

test('an account is found by email without reading others at the same mail provider', async (t) => {
  const shop = await openShop(t)
  const { sql } = shop
  const admin = await signUpAdmin(shop)
  const users = await makeManyUsers(sql, COUNT)
  const [{ email }] = await sql<[{ email: string }]>`
    select email from users where id = ${users[4_711]!}`
  await analyzeFully(sql, 'users')
  const { node, takePlans } = await openWatchedNode(t, shop)
  const reader = createPerson(node.url, admin.tokens)
  const { data } = await reader.send('GET', `/api/v1/user/all?search=${email}`)
  assert.equal((data as { total: number }).total, 1)
  const read = countPages(takePlans())
  assert.ok(read > 0 && read < 50, `${read} pages`)
})
