import { createDice, type Dice } from '#tests/chaos/dice.ts'
import { HANDLER, hostileText, SCRIPT } from './hostile-values.ts'
import { inLanes, note, tell, toJudged } from './hostile-tally.ts'
import { sendSent } from '#tests/support/calls/send-fields.ts'
import type { Stage } from './send-hostile-calls.ts'

const AT_ONCE = 6

const PAGES = [
  '/',
  '/product/:x',
  '/check-region',
  '/services',
  '/leaderboard',
  '/api-docs',
  '/api-docs/openapi.json',
  '/api-docs/internal.json',
  '/privacy-policy',
  '/terms-and-conditions',
  '/refund-policy',
  '/color',
  '/unsubscribe',
  '/undo-change',
  '/parent-consent',
  '/invitation',
  '/offline',
  '/sitemap.xml',
  '/robots.txt',
  '/manifest.webmanifest',
  '/login',
  '/signup',
  '/login-otp',
  '/forget-password',
  '/guest/orders',
  '/reset-password',
  '/verify',
  '/dashboard',
  '/dashboard/orders/:x',
  '/dashboard/wallet/add/:x',
  '/purchase',
  '/purchase/review',
  '/admin',
  '/admin/games/:x/items',
  '/admin/:x',
  '/go/:x',
  '/pay/razorpay/:x',
  '/pay/:x/:x',
  '/files/:x/1.avif',
  '/files/:x',
  '/assets/:x',
  '/:x',
  '/:x/:x',
  '/_.data',
  '/product/:x.data',
  '/healthz',
  '/readyz',
]

const NAMES = [
  'search',
  'q',
  'gameSlug',
  'itemSlug',
  'status',
  'token',
  'redirect',
  'next',
  'email',
  '__proto__',
]

/** Requests pages, files and redirects at hostile addresses, each `each` times. */
export async function sendHostilePages(
  stage: Stage,
  { each, seed }: { each: number; seed: number },
) {
  const { setup, callers, known, tally } = stage
  const dice = createDice(seed)
  const pages = Array.from({ length: each }, () => PAGES).flat()
  await inLanes(pages, AT_ONCE, async (page) => {
    const slug = dice.pick(known['game.slug']!)
    const path = page.replace(/:x/g, () => (dice.below(4) === 0 ? slug : toSegment(dice)))
    const address = dice.isHit(0.7) ? `${path}?${toQuery(dice)}` : path
    const method = dice.below(10) === 0 ? 'HEAD' : 'GET'
    const by = { ...callers.anyone[0]!, url: dice.pick(setup.urls) }
    const accept = dice.pick(['text/html', '*/*', 'text/x-script', 'application/json'])
    try {
      const answer = await sendSent(by, { method, address, body: null, type: '' }, { accept })
      if (method === 'HEAD' && answer.status < 500) tally.sent++
      else note(tally, `${method} ${address}`, toJudged(answer))
    } catch (error) {
      tell(tally, `${method} ${address}: ${String(error)}`)
    }
  })
}

const toSegment = (dice: Dice): string =>
  dice.pick([
    () => encodeURIComponent(SCRIPT),
    () => encodeURIComponent(HANDLER),
    () => encodeURIComponent(hostileText(dice).toWellFormed()) || '-',
    () => encodeURIComponent(hostileText(dice).toWellFormed()).slice(0, 40) || '-',
    () => '%E0%A4%A',
    () => '%00',
    () => '..%2f..%2fetc%2fpasswd',
    () => '__proto__',
  ])()

const toQuery = (dice: Dice): string =>
  Array.from({ length: 1 + dice.below(3) }, () => `${dice.pick(NAMES)}=${toSegment(dice)}`).join(
    '&',
  )
