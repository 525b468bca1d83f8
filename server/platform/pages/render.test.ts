import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { openRenderer } from './render.ts'

const renderer = await openRenderer(
  join(import.meta.dirname, '../../../build'),
  async () => null,
  'http://shop',
)

test('each page has one canonical address', () => {
  const spellings: Record<string, string[]> = {
    '/': ['/', '//', ''],
    '/login': ['/login', '/LOGIN', '/login/', '/login//', '/%6cogin'],
    '/login.data': ['/login.data', '/Login.data', '/login/_.data'],
    '/_.data': ['/_.data', '/.data'],
    '/dashboard/home': ['/dashboard/home', '/Dashboard/home/', '/dashboard/%68ome'],
    '/admin': ['/admin', '/admin/', '/admin/anything', '/admin/a/b/c', '/ADMIN/x'],
    '/admin.data': ['/admin.data', '/admin/anything.data'],
  }
  for (const [one, all] of Object.entries(spellings))
    for (const spelling of all) assert.equal(renderer.canonical(spelling), one, spelling)
})

test('an unknown address has no canonical one', () => {
  for (const path of ['/x', '/login/x', '//login', '/%', '/login%E0', '/login;x', '/*'])
    assert.equal(renderer.canonical(path), null, path)
})

test('a canonical address stays unchanged', () => {
  const parts = fc.constantFrom(
    '',
    'login',
    'LOGIN',
    'admin',
    'dashboard',
    'home',
    '.data',
    '_',
    '%2f',
    '%',
    '*',
  )
  const property = fc.property(fc.array(parts, { maxLength: 5 }), (all) => {
    const one = renderer.canonical(`/${all.join('/')}`)
    if (one !== null) assert.equal(renderer.canonical(one), one)
  })
  fc.assert(property, { seed: 1, numRuns: 1_000 })
})

test('an error while rendering a page reaches only its own request', async (t) => {
  const away = new Error('The database is away')
  const refuse = () => Promise.reject(away)
  const failing = await openRenderer(
    join(import.meta.dirname, '../../../build'),
    refuse,
    'http://shop',
  )
  const printed = t.mock.method(console, 'error')
  for (const path of ['/', '/_.data', '/services'])
    await assert.rejects(failing.render(path), away, path)
  assert.equal(printed.mock.callCount(), 0)
})
