import { randomUUID } from 'node:crypto'
import { sendOtp, signup } from '#contract/accounts/auth.ts'
import { createPicture } from '#contract/catalogue/gallery.ts'
import { getInsights } from '#contract/backoffice/insights.ts'
import { followOffice } from '#contract/backoffice/live-updates.ts'
import {
  followOrder,
  listAllOrders,
  listOrders,
  placeUpiOrder,
  placeWalletOrder,
} from '#contract/orders/orders.ts'
import { checkRegion } from '#contract/orders/regions.ts'
import { placeApiOrder } from '#contract/resellers/reseller.ts'
import { listTransactions } from '#contract/money/wallet.ts'
import { getUser } from '#contract/accounts/users.ts'
import { plainFile } from '#tests/support/catalogue/images.ts'
import { payAt } from '#tests/support/money/payments.ts'
import { createPerson, newEmail, newPhone, PASSWORD } from '#tests/support/accounts/people.ts'
import { follow } from '#tests/support/calls/streams.ts'
import type { LoadContext, Reply } from './mixed-load.ts'
import type { MixedShop } from './mixed-shop.ts'
import { enter } from '#tests/chaos/payments/payer-pages.ts'

/** Actions of a busy shop, each with its rate per second. */
export const RATES = {
  pages: 20,
  reads: 10,
  'wallet orders': 5,
  deliveries: 3,
  payments: 2,
  'sign-ups': 1,
  programs: 4,
  regions: 1,
  uploads: 0.4,
  streams: 1,
  office: 0.5,
}
export type Kind = keyof typeof RATES

const LIST = { page: 1, limit: 20, search: '', sort: '-createdAt' } as const
const LOOKS_ON_MS = 1_000

/** How to do each action once. */
export const ACTIONS: Record<Kind, (doing: LoadContext) => Promise<void>> = {
  async pages({ ask, setup, shop, dice, node }) {
    const { gameSlug } = shop.byHand.item
    const path = dice.pick(['/', `/product/${gameSlug}`, '/api/v1/game', '/api/v1/settings'])
    await ask('pages', () => read(`${setup.urls[node]!}${path}`))
  },

  async reads({ ask, customer, dice, node }) {
    const person = customer.at[node]!
    const reads: (() => Promise<Reply>)[] = [
      () => person.call(getUser, {}),
      () => person.call(listOrders, LIST),
      () => person.call(listTransactions, { page: 1, limit: 20, sort: '-date' }),
    ]
    await ask('reads', dice.pick(reads), customer)
  },

  'wallet orders': (doing) => buyFromWallet('wallet orders', 'byHand', doing),
  deliveries: (doing) => buyFromWallet('deliveries', 'bySupplier', doing),

  async payments(doing) {
    const { retry, customer, setup, orders } = doing
    const options = { ...chosen(doing, 'bySupplier'), idempotencyKey: randomUUID() }
    const answer = await retry(
      'payments',
      (at) => customer.at[at]!.call(placeUpiOrder, options),
      customer,
    )
    if (!answer?.data.payment_url) return
    const page = await enter(answer.data.payment_url)
    if (!page) return
    const paid = await payAt(setup, page, { webhook: 'once' }).catch((error: unknown) => {
      if (/This can no longer be paid/.test(String(error))) return null // this order was resumed elsewhere
      throw error
    })
    if (!paid) return
    const { reference } = paid
    orders.push({ kind: 'payments', at: Date.now(), reference })
  },

  async 'sign-ups'({ retry, setup, messages }) {
    const [email, phone] = [newEmail('Ravi Kumar'), newPhone()]
    const options = { fullName: 'Ravi Kumar', email, phone, password: PASSWORD }
    const send = (at: number) => createPerson(setup.urls[at]!).call(signup, options)
    const answer = await retry('sign-ups', send)
    if (!answer?.data) return
    messages.push({ to: email, at: Date.now() })
    const tokens = answer.data
    const ask = (at: number) => createPerson(setup.urls[at]!, tokens).call(sendOtp, { phone })
    if (await retry('sign-ups', ask)) messages.push({ to: phone, at: Date.now() })
  },

  async programs({ retry, shop, orders }) {
    const { _id: productId } = shop.bySupplier.item
    const reference = randomUUID()
    const options = {
      productId,
      playerId: '123456789',
      zoneId: '',
      currency: 'INR',
      reference,
    } as const
    const answer = await retry('programs', (at) =>
      shop.apiClients[at]!.call(placeApiOrder, options),
    )
    if (answer) orders.push({ kind: 'programs', at: Date.now(), id: answer.data._id })
  },

  async regions({ ask, setup, dice, node }) {
    const player = { id: String(10_000_000 + dice.below(89_000_000)), zone: '2001' }
    await ask('regions', () => createPerson(setup.urls[node]!).call(checkRegion, player))
  },

  async uploads({ ask, shop, dice, node }) {
    const colour = dice.below(2 ** 24)
    const image = await plainFile({ background: `#${colour.toString(16).padStart(6, '0')}` })
    const options = { imageName: 'Picture', image }
    await ask('uploads', () => shop.admin.at[node]!.call(createPicture, options), shop.admin)
  },

  /** Buys and follows the live status until the order arrives. */
  async streams(doing) {
    const { customer, retry, ask, node, orders } = doing
    const options = {
      ...chosen(doing, 'bySupplier'),
      currency: 'INR',
      idempotencyKey: randomUUID(),
    } as const
    const placed = await retry(
      'streams',
      (at) => customer.at[at]!.call(placeWalletOrder, options),
      customer,
    )
    if (!placed) return
    const { _id: id } = placed.data
    orders.push({ kind: 'streams', at: Date.now(), id })
    await watch(doing, () =>
      ask('streams', () => follow(customer.at[node]!, followOrder, { id }), customer),
    )
  },

  /** Opens the back office and looks at its lists. */
  async office(doing) {
    const { shop, ask, node } = doing
    const admin = shop.admin.at[node]!
    await ask(
      'office',
      () => admin.call(listAllOrders, { ...LIST, searchIndex: 'invoiceId' }),
      shop.admin,
    )
    await ask('office', () => admin.call(getInsights, {}), shop.admin)
    await watch(doing, () => ask('office', () => follow(admin, followOffice, {}), shop.admin))
  },
}

/** Follows for a while and leaves. */
async function watch({ pause }: LoadContext, open: () => Promise<{ leave(): void } | null>) {
  const follower = await open()
  if (follower) await pause(LOOKS_ON_MS)
  follower?.leave()
}

async function buyFromWallet(
  kind: Kind,
  from: 'byHand' | 'bySupplier',
  doing: LoadContext,
): Promise<void> {
  const { retry, customer, orders } = doing
  const options = { ...chosen(doing, from), currency: 'INR', idempotencyKey: randomUUID() } as const
  const answer = await retry(
    kind,
    (at) => customer.at[at]!.call(placeWalletOrder, options),
    customer,
  )
  if (answer) orders.push({ kind, at: Date.now(), id: answer.data._id })
}

function chosen(
  { shop, customer }: LoadContext,
  from: keyof Pick<MixedShop, 'byHand' | 'bySupplier'>,
) {
  const { item, player } = shop[from]
  const { gameSlug, itemSlug } = item
  return { gameSlug, itemSlug, gameDetailId: player(customer), couponCode: '' }
}

async function read(url: string) {
  const response = await fetch(url)
  await response.arrayBuffer()
  return { status: response.status, headers: response.headers, code: undefined }
}
