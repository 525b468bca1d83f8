import assert from 'node:assert/strict'
import { test } from 'node:test'
import { API_BASE, type Endpoint } from '#contract/core/endpoint.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeCategory, makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { signUp, signUpAdmin, type Person } from '#tests/support/accounts/people.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'

const RESELLERS_ALONE = ['resellerSellingPrice', '81.37']
const ADMINISTRATORS_ALONE = [
  'costPrice',
  'serviceId',
  'apiName',
  'givenGameName',
  'givenRegion',
  'sources',
  'routing',
  'isPriceFixed',
  'pausedFor',
  '63.29',
  'svc-secret',
  'g2bulk',
  'source-name',
  'source-region',
  '4711', // the stock of a pack that does not show it
]

/** Reads every public answer of the catalogue, as raw text. */
async function readAll(person: Person, ids: Record<string, string>): Promise<string> {
  const endpoints = (await listEndpoints()).map(([, endpoint]) => endpoint)
  const open = endpoints.filter(
    ({ method, access, path }) =>
      method === 'GET' && access === 'anyone' && /^\/(game|category|tag)\b/.test(path),
  )
  assert.ok(open.length >= 8)
  const read = async ({ path }: Endpoint, query = '') => {
    const address = path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '')
    const response = await fetch(`${person.url}${API_BASE}${address}${query}`, {
      headers: person.tokens ? { authorization: `Bearer ${person.tokens.accessToken}` } : {},
    })
    assert.equal(response.status, 200, address)
    return response.text()
  }
  const lists = open.filter(({ input }) => 'page' in input.shape)
  const answers = [
    ...open.map((one) => read(one)),
    ...lists.map((one) => read(one, '?page=1&limit=100&search=s')),
  ]
  return (await Promise.all(answers)).join('\n')
}

test('no answer of the catalogue reveals costs or other private fields', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const game = await makeGame(admin, {
    gameName: 'Storm Siege',
    apiName: 'g2bulk',
    givenGameName: 'source-name',
    givenRegion: 'source-region',
  })
  const item = await makeItem(admin, game, {
    sellingPrice: 99_41,
    resellerSellingPrice: 81_37,
    costPrice: 63_29,
    serviceId: 'svc-secret',
    quantity: 4711,
    sources: [
      { source: 'unipin', givenGameName: 'source-name', givenRegion: '', serviceId: 'svc-secret' },
    ],
  })
  await makeItem(admin, game)
  const category = await makeCategory(admin, { gameId: [game._id] })
  const reseller = await signUp(shop, 'Ravi Reseller')
  await proveEmail(shop, reseller)
  await admin.call(editUserAsAdmin, { id: reseller.id, role: 'reseller' })
  const ids = { slug: game.gameSlug, itemSlug: item.itemSlug, id: category._id }

  const people: [who: string, person: Person, hidden: string[], shown: string[]][] = [
    ['a visitor', shop.visitor, [...RESELLERS_ALONE, ...ADMINISTRATORS_ALONE], []],
    ['a user', await signUp(shop, 'Asha Rao'), [...RESELLERS_ALONE, ...ADMINISTRATORS_ALONE], []],
    ['a reseller', reseller, ADMINISTRATORS_ALONE, RESELLERS_ALONE],
    // Administrators buy at the customer price; the back office has its own endpoints.
    ['an administrator', admin, [...RESELLERS_ALONE, ...ADMINISTRATORS_ALONE], []],
  ]
  // Each reads twice: an answer cached for one must not be sent to another.
  for (const [who, person, hidden, shown] of [...people, ...people.toReversed()]) {
    const text = await readAll(person, ids)
    assert.ok(text.includes('99.41'), who)
    for (const word of hidden) assert.ok(!text.includes(word), `${who} is told ${word}`)
    for (const word of shown) assert.ok(text.includes(word), `${who} is not told ${word}`)
    // A pack without a reseller price has no such field.
    assert.ok(!text.includes('"resellerSellingPrice":null'), who)
  }
})
