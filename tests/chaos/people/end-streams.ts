import type { Endpoint } from '#contract/core/endpoint.ts'
import type { FullItem } from '#contract/catalogue/games.ts'
import { followOffice } from '#contract/backoffice/live-updates.ts'
import { editOrder, followOrder } from '#contract/orders/orders.ts'
import { editUserAsAdmin } from '#contract/accounts/users.ts'
import { makeGame, makeItem } from '#tests/support/catalogue/catalog.ts'
import { endow } from '#tests/support/money/ledger.ts'
import { order } from '#tests/support/orders/orders.ts'
import { signUp } from '#tests/support/accounts/people.ts'
import { makePlayer } from '#tests/support/orders/players.ts'
import { promote } from '#tests/support/accounts/staff.ts'
import { follow, type Follower } from '#tests/support/calls/streams.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import type { AdminSetup } from './callers.ts'
import type { ChaosSetup } from '#tests/chaos/nodes.ts'

export type StreamsReport = {
  streams: number
  endedMs: number[] // from the first event after the change to the end of the stream
  wrong: string[]
}

/**
 * Blocks followers of a live stream, or takes their right, at another node. The next event must not reach them, and
 * their stream must end.
 */
export async function endStreams(setup: ChaosSetup, streams: number): Promise<StreamsReport> {
  const admin = await signUp({ url: setup.urls.at(-1)! }, 'Amrita Admin')
  await makeAdmin(setup.sql, admin.email)
  const item = await makeItem(admin, await makeGame(admin))
  const report: StreamsReport = { streams, endedMs: [], wrong: [] }
  for (let index = 0; index < streams; index++)
    await endOne({ ...setup, admin }, { item, isOffice: index % 2 === 1, report })
  return report
}

type StreamRun = { item: FullItem; isOffice: boolean; report: StreamsReport }

async function endOne(
  { urls, sql, admin }: AdminSetup,
  { item, isOffice, report }: StreamRun,
): Promise<void> {
  const member = await signUp({ url: urls[0]! }, 'Asha Rao')
  await endow(sql, member.id, 1_000_00)
  const buyer = Object.assign(member, { gameDetailId: await makePlayer(member, item) })
  const { _id: id } = (await order(buyer, { item })).data
  const { id: userId } = member
  if (isOffice) await promote({ sql }, admin, { member, role: 'staff', rights: ['orders'] })
  const stream: Follower<Endpoint> = isOffice
    ? await follow(member, followOffice, {})
    : await follow(member, followOrder, { id })
  await stream.waitFor(1)
  await admin.call(editUserAsAdmin, {
    id: userId,
    ...(isOffice ? { role: 'user' } : { isBlocked: true }),
  })
  const count = stream.events.length
  const begun = performance.now()
  const done = { id, status: 'completed', note: '', reference: '' } as const
  const { status } = await admin.call(editOrder, done)
  await stream.waitForEnd()
  report.endedMs.push(performance.now() - begun)
  if (status !== 200) report.wrong.push(`the order was not changed: ${status}`)
  if (stream.events.length > count)
    report.wrong.push(`${isOffice ? 'staff' : 'a customer'} still received updates`)
}
