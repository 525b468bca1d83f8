import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createBanner,
  deleteBanner,
  editBanner,
  findBanner,
  findBannerAsAdmin,
  listBanners,
  type Banner,
} from '#contract/catalogue/banners.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { fetchBytes, plainFile } from '#tests/support/catalogue/images.ts'
import { signUpAdmin, tally } from '#tests/support/accounts/people.ts'
import { shareShop } from '#tests/support/shop/share.ts'
import { openShop } from '#tests/support/shop/shop.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

async function openShow(t: Parameters<typeof openShop>[0]) {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const make = async (fields: Partial<Input<typeof createBanner>> = {}): Promise<Banner> => {
    const image = await plainFile()
    const answer = await admin.call(createBanner, { bannerTitle: 'Diwali sale', image, ...fields })
    assert.equal(answer.status, 200, answer.message)
    return answer.data
  }
  const shown = async () => (await shop.visitor.call(listBanners, {})).data
  const shownOf = async (id: string) => (await shown()).filter(({ _id }) => _id === id)
  const list = async (query: string) => {
    const { status, data } = await admin.send('GET', `/api/v1/banner/admin?${query}`)
    const { banners = [], total } = (data ?? {}) as { banners?: Banner[]; total?: number }
    return { status, total, titles: banners.map(({ bannerTitle }) => bannerTitle) }
  }
  return { shop, admin, make, shown, shownOf, list }
}

const testInShop = shareShop(openShow)

testInShop(
  'a banner with all its fields is shown to everybody',
  async ({ shop, admin, make, shownOf }) => {
    const fields = {
      bannerTitle: 'Diwali sale',
      bannerSlug: 'diwali',
      bannerSummary: 'Ten percent off',
      bannerDescription: 'Until the lamps go out.',
      bannerDate: '2026-11-08',
      bannerFrom: 'Gemstall',
      bannerLink: '/product/free-fire',
      isShow: true,
    }
    const image = await plainFile({ width: 1600, height: 500, background: '#ff8906' })
    const { message, data } = await admin.call(createBanner, { ...fields, image })
    const { _id: id, bannerImage, picture, ...rest } = data
    assert.deepEqual([message, rest], ['Banner added', fields])
    assert.deepEqual(picture, { image: bannerImage, width: 1600, height: 500, color: '#ff8906' })
    await fetchBytes(`${shop.url}${bannerImage}`)
    assert.deepEqual(await shownOf(id), [data])
    assert.deepEqual((await shop.visitor.call(findBanner, { slug: 'diwali' })).data, data)
    assert.deepEqual((await admin.call(findBannerAsAdmin, { id })).data, data)
    const [row] = await shop.sql`
      select before, after from audit
      where action = 'create banner' and subject = ${`banner ${id}`}`
    assert.deepEqual(row, { before: null, after: data })
    await make()
  },
)

testInShop('a banner needs only a title', async ({ shop, make }) => {
  const {
    _id: _,
    bannerImage: __,
    picture: ___,
    bannerDate,
    ...rest
  } = await make({
    bannerTitle: 'Only a title',
  })
  assert.deepEqual(rest, {
    bannerSlug: 'only-a-title',
    bannerTitle: 'Only a title',
    bannerSummary: '',
    bannerDescription: '',
    bannerFrom: '',
    bannerLink: '',
    isShow: true,
  })
  const [row] = await shop.sql<[{ today: string }]>`
    select (now() at time zone 'Asia/Kolkata')::date::text as today`
  assert.equal(bannerDate, row.today)
})

testInShop('each banner gets a unique address made from its title', async ({ admin, make }) => {
  const slugs: [title: string, slug: string][] = [
    ['Holi sale', 'holi-sale'],
    ['Holi sale', 'holi-sale-2'],
    ['Holi: sale!', 'holi-sale-3'],
    ['Café Été', 'cafe-ete'],
    ['दिवाली', 'banner'],
    ['Admin', 'admin-2'],
  ]
  for (const [bannerTitle, slug] of slugs)
    assert.equal((await make({ bannerTitle })).bannerSlug, slug)
  const image = await plainFile()
  const at = { bannerTitle: 'Other', bannerSlug: 'holi-sale', image }
  const { status, code, errors } = await admin.call(createBanner, at)
  assert.deepEqual([status, code, errors[0]?.field], [409, 'SLUG_TAKEN', 'bannerSlug'])
  const same = { bannerTitle: 'At once', image }
  const answers = await Promise.all(Array.from({ length: 4 }, () => admin.call(createBanner, same)))
  assert.deepEqual(tally(answers), { 200: 4 })
  assert.equal(new Set(answers.map(({ data }) => data.bannerSlug)).size, 4)
})

testInShop(
  'a changed field of a banner is shown to everybody at once',
  async ({ shop, admin, make, shownOf }) => {
    const before = await make()
    const id = before._id
    assert.deepEqual(await shownOf(id), [before])
    const changes = {
      bannerTitle: 'New',
      bannerSlug: 'new',
      bannerSummary: 'Short',
      bannerDescription: 'Long',
      bannerDate: '2026-01-31',
      bannerFrom: 'Somebody',
      bannerLink: 'https://example.com/sale',
      isShow: false,
    } as const
    let now: Banner = before
    for (const [field, value] of Object.entries(changes)) {
      const { message, data } = await admin.call(editBanner, { id, [field]: value })
      now = { ...now, [field]: value }
      assert.deepEqual([message, data], ['Banner updated', now])
    }
    assert.deepEqual(await shownOf(id), [])
    assert.equal((await shop.visitor.call(findBanner, { slug: 'new' })).status, 404)
    const image = await plainFile({ width: 50, height: 20, background: '#000000' })
    const { data } = await admin.call(editBanner, { id, image, isShow: true, bannerSummary: '' })
    assert.deepEqual([data.picture.width, data.bannerSummary], [50, ''])
    assert.deepEqual(await shownOf(id), [data])
    for (const banner of [before, data]) await fetchBytes(`${shop.url}${banner.bannerImage}`)
    const other = await make()
    const taken = await admin.call(editBanner, { id: other._id, bannerSlug: 'new' })
    assert.deepEqual([taken.status, taken.errors[0]?.field], [409, 'bannerSlug'])
  },
)

testInShop(
  'a deleted banner disappears without breaking pages that still show it',
  async ({ shop, admin, make, shownOf }) => {
    const banner = await make()
    const { message } = await admin.call(deleteBanner, { id: banner._id })
    assert.equal(message, 'Banner deleted')
    assert.deepEqual(await shownOf(banner._id), [])
    await fetchBytes(`${shop.url}${banner.bannerImage}`)
    for (const answer of [
      await admin.call(findBannerAsAdmin, { id: banner._id }),
      await admin.call(editBanner, { id: banner._id, bannerTitle: 'New' }),
      await admin.call(deleteBanner, { id: banner._id }),
      await admin.call(deleteBanner, { id: NOBODY }),
      await shop.visitor.call(findBanner, { slug: banner.bannerSlug }),
    ])
      assert.deepEqual([answer.status, answer.code], [404, 'NO_SUCH_BANNER'])
  },
)

test('banners are shown newest first, and the back office lists, searches and sorts all', async (t) => {
  const { make, shown, list } = await openShow(t)
  await make({ bannerTitle: 'Middle', bannerDate: '2026-02-01' })
  await make({ bannerTitle: 'New 100%', bannerDate: '2026-03-01' })
  await make({ bannerTitle: 'Old', bannerDate: '2026-01-01' })
  await make({ bannerTitle: 'Hidden', bannerDate: '2026-04-01', isShow: false })
  assert.deepEqual(
    (await shown()).map(({ bannerTitle }) => bannerTitle),
    ['New 100%', 'Middle', 'Old'],
  )
  assert.deepEqual(await list(''), {
    status: 200,
    total: 4,
    titles: ['Hidden', 'Old', 'New 100%', 'Middle'],
  })
  assert.equal((await list('sort=bannerTitle')).titles[0], 'Hidden')
  assert.equal((await list('sort=-bannerTitle')).titles[0], 'Old')
  assert.equal((await list('sort=bannerDate')).titles[0], 'Old')
  assert.equal((await list('sort=-bannerDate')).titles[0], 'Hidden')
  assert.equal((await list('sort=createdAt')).titles[0], 'Middle')
  assert.deepEqual((await list('search=MIDD')).titles, ['Middle'])
  assert.deepEqual((await list('search=%25')).titles, ['New 100%'])
  const { total, titles } = await list('limit=3&page=2')
  assert.deepEqual([total, titles], [4, ['Middle']])
  for (const query of ['sort=key', 'limit=101', 'isShow=true'])
    assert.equal((await list(query)).status, 400, query)
})

testInShop(
  'an invalid banner is refused with the field that is wrong',
  async ({ shop, admin, shown }) => {
    const counts = async () => [(await shown()).length, (await shop.sql`select from image`).count]
    const before = await counts()
    const wrongs: Record<string, string[]> = {
      bannerTitle: ['', ' ', 'a'.repeat(121)],
      bannerSlug: ['', 'Diwali', 'a--b', 'admin', '../a'],
      bannerSummary: ['a'.repeat(301)],
      bannerDescription: ['a'.repeat(5_001)],
      bannerDate: ['', '31.01.2026', '2026-02-30'],
      bannerLink: ['sale', '//evil.example', 'javascript:alert(1)', '/a b', 'ftp://a.example'],
      isShow: ['', 'yes', '1'],
      image: ['text'],
    }
    for (const [field, values] of Object.entries(wrongs))
      for (const value of values) {
        const form = new FormData()
        if (field !== 'bannerTitle') form.append('bannerTitle', 'Diwali')
        form.append(field, value)
        if (field !== 'image') form.append('image', await plainFile())
        const { status, errors } = await admin.send('POST', '/api/v1/banner', form)
        assert.deepEqual([status, errors[0]?.field], [400, field], value)
      }
    assert.deepEqual(await counts(), before)
  },
)
