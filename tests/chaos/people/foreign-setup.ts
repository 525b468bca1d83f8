import { exportOrders } from '#contract/backoffice/exports.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { makeCoupon } from '#tests/support/catalogue/coupons.ts'
import { choosePaymentGateway } from '#contract/money/payments.ts'
import { Right, Role } from '#contract/core/endpoint.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { raiseAlert } from '#server/platform/alerts/alerts.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { proveEmail } from '#tests/support/accounts/staff.ts'
import { openReceiver } from '#tests/support/resellers/webhooks.ts'
import type { Fields } from '#tests/support/calls/valid-input.ts'
import { untilEnded } from '#tests/support/backoffice/tasks.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { makeOwner, type Owner } from './belongings.ts'
import type { AdminSetup } from './callers.ts'
import type { Kind } from './ids-of-calls.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'
import type { Group } from './who-may.ts'

/** A person who tries to reach what belongs to others, through the calls they may make. */
export type Attacker = { who: string; person: Person; groups: Group[]; only?: Kind[] }

export type ForeignSetup = {
  adminSetup: AdminSetup
  owner: Owner // including things that belong to staff
  attackers: Attacker[]
  /** People who may use the ids under attack. */
  owners: Attacker[]
  /** Valid values for the other fields a call needs. */
  base: Fields
}

const API_CLIENTS: Group[] = [
  'programs that read',
  'programs that order',
  'programs that set up webhooks',
]
const OFFICE: Group[] = ['all who work here']

/** Sets up two resellers who have one of everything, staff, and people unrelated to any of it. */
export async function openForeignSetup(
  stack: AsyncDisposableStack,
  setup: ChaosSetup,
): Promise<ForeignSetup> {
  const admin = await signUp({ url: setup.urls[0]! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const adminSetup: AdminSetup = { ...setup, admin }
  const { url } = await openReceiver({ after: (stop) => stack.defer(stop) })
  await admin.call(choosePaymentGateway, { active: 'razorpay' })
  const game = await makeGame(admin)
  const item = await makeItem(admin, game, { resellerSellingPrice: 90_00 })
  const { couponCode } = await makeCoupon(admin, {
    couponCode: `ALL-${admin.phone}`,
    allowedRoles: Role.options.slice(),
  })
  const owner = await makeOwner(adminSetup, item, url)
  const other = await makeOwner(adminSetup, item, url)
  const user = await signUp({ url: setup.urls[0]! }, 'Asha Rao')
  const colleague = await signUp({ url: setup.urls[0]! }, 'Omar Colleague')
  await makeAdmin(setup.sql, colleague.email)
  const clerk = await signUp({ url: setup.urls[0]! }, 'Sana Clerk')
  const rights = Right.options.filter((right) => right !== 'orders')
  await proveEmail(setup, clerk)
  await admin.call(editUserAsAdmin, { id: clerk.id, role: 'staff', rights })
  await addStaffBelongings(adminSetup, owner)
  return {
    adminSetup,
    owner,
    attackers: [
      { who: 'another reseller', person: other.member, groups: ['signed in', 'resellers'] },
      { who: 'a user', person: user, groups: ['signed in'] },
      { who: 'a program of another reseller', person: other.apiClient, groups: API_CLIENTS },
      { who: 'a test program of the same reseller', person: owner.testClient, groups: API_CLIENTS },
      { who: 'staff with every right but that to orders', person: clerk, groups: OFFICE },
      { who: 'another administrator', person: colleague, groups: OFFICE, only: ['factor'] },
    ],
    owners: [
      { who: 'the owner', person: owner.member, groups: ['signed in', 'resellers'] },
      { who: 'the program of the owner', person: owner.apiClient, groups: API_CLIENTS },
      { who: 'the administrator', person: admin, groups: OFFICE },
    ],
    base: {
      gameSlug: game.gameSlug,
      itemSlug: item.itemSlug,
      productId: item._id,
      couponCode,
      currency: 'INR',
      playerId: '123456789',
      zoneId: '',
    },
  }
}

/** Makes an export, an alert and a second factor, so that staff own things too. */
async function addStaffBelongings({ sql, admin }: AdminSetup, owner: Owner): Promise<void> {
  const { data: task } = await admin.call(exportOrders, {
    searchIndex: 'invoiceId',
    search: '',
  })
  await untilEnded(admin, task)
  await sql.begin((tx) =>
    raiseAlert({ now: () => new Date() }, tx, {
      key: `proof ${admin.id}`,
      words: 'Look',
      path: '/admin/order',
      endsByHand: true,
    }),
  )
  const alerts = await sql<{ id: string }[]>`
    select id from alert where key = ${`proof ${admin.id}`}`
  owner.has.task = [task._id]
  owner.has.alert = alerts.map(({ id }) => id)
}
