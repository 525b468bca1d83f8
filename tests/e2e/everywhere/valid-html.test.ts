import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'
import { fillCatalogue } from '#tests/e2e/support/catalogue.ts'
import { PAGES } from '#tests/e2e/support/public-pages.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import routes from '#web/routes.ts'

/** Public pages that don't describe themselves to search engines. */
const OTHER_PAGES = [
  '/login',
  '/signup',
  '/login-otp',
  '/forget-password',
  '/guest/orders',
  '/reset-password',
  '/verify?phone=9000000001&token=x',
  '/color',
  '/unsubscribe?token=x',
  '/parent-consent?token=x',
  '/undo-change?token=x',
  '/pay-for/moonfall-arena',
  '/product/moonfall-arena/buy',
  '/guest',
  '/invitation',
  '/offline',
  '/nothing-here',
]

/** True if a path belongs to a route, such as `pay-for/:slug/:pack?`. */
function isAt(path: string, route: string): boolean {
  const [there, parts] = [path.split('?')[0]!.split('/').slice(1), route.split('/')]
  const isLong = there.length <= parts.length
  return (
    isLong &&
    parts.every(
      (part, at) =>
        part === there[at] ||
        /^:.*\?$/.test(part) ||
        (there[at] !== undefined && /^[:*]/.test(part)),
    )
  )
}

const isPublic = ({ path }: RouteConfigEntry) => !['dashboard', 'purchase', 'admin'].includes(path!)

test('every public page is among those that are checked', () => {
  const asked = [...PAGES, ...OTHER_PAGES]
  const listed = (entries: RouteConfigEntry[], above = ''): string[] =>
    entries.filter(isPublic).flatMap(({ path = '', file, children = [] }) => {
      const own = [above, path].filter(Boolean).join('/')
      return [...(file.endsWith('-page.tsx') ? [own] : []), ...listed(children, own)]
    })
  const missing = listed(routes).filter((route) => !asked.some((path) => isAt(path, route)))
  assert.deepEqual(missing, [])
  assert.ok(listed(routes).length > 20)
})

/** The recommended rules, without those that React's output breaks or that a page breaks on purpose. */
const RULES: ConfigData = {
  extends: ['html-validate:recommended'],
  rules: {
    'attr-case': 'off', // React writes charSet
    'void-style': 'off', // React writes <meta/>
    'attribute-boolean-style': 'off', // React writes checked=""
    'valid-id': ['error', { relaxed: true }], // React's own ids begin with _
    'aria-label-misuse': ['error', { allowAnyNamable: true }], // slides and listed players have names
    'wcag/h32': 'off', // the search runs while one types, and Enter submits it
    'prefer-native-element': ['error', { exclude: ['listbox'] }], // search results are no select
  },
}

test('every public page is valid HTML', async (t) => {
  const shop = await openShop(t)
  await fillCatalogue(shop)
  const validator = new HtmlValidate(new StaticConfigLoader(RULES))
  for (const path of [...PAGES, ...OTHER_PAGES]) {
    const text = await (await fetch(`${shop.url}${path}`)).text()
    const { results } = await validator.validateString(text, path)
    const faults = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    )
    assert.deepEqual(faults, [], path)
  }
})
