import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnouncement, deleteAnnouncement } from '#contract/backoffice/announcements.ts'
import { stopTask } from '#contract/core/tasks.ts'
import { openPackShop } from '#tests/support/orders/orders.ts'
import type { Person } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

type End = (admin: Person, announced: { id: string; taskId: string }) => Promise<unknown>

const ENDS: Record<string, End> = {
  stopped: (admin, { taskId }) => admin.call(stopTask, { id: taskId }),
  deleted: (admin, { id }) => admin.call(deleteAnnouncement, { id }),
}

for (const [how, end] of Object.entries(ENDS))
  test(`a broadcast ${how} during a send waits until that send is recorded`, async (t) => {
    const { shop, admin, asha } = await openPackShop(t)
    await shop.sql`update users set is_email_verified = true`
    await shop.sql.unsafe(`
      create function wait_here() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(1);
        return new;
      end $$;
      create trigger beginning before update of sending_since on announcement_mail
        for each row when (new.sending_since is not null) execute function wait_here()`)
    const ended: Promise<unknown>[] = []
    await shop.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`
      const one = await announce(admin, asha)
      await until('the mail begins', () => waitFor(shop, 1))
      await shop.sql`update job set run_at = now() + interval '1 day' where name = 'work-task'`
      ended.push(end(admin, one))
      await until('its end waits for the mail', () => waitFor(shop, 2))
    })
    await Promise.all(ended)
    const [{ begun }] = await shop.sql<[{ begun: number }]>`
      select (select count(*) from announcement_mail where sending_since is not null)
        + (select sum(sent_count) from announcement) as begun`
    assert.equal(begun, 1, 'it is on its way, or there')
  })

/** Mails one person, without showing the announcement in the shop. */
async function announce(admin: Person, { id }: { id: string }) {
  const { data } = await admin.call(createAnnouncement, {
    title: 'Just begun',
    message: '',
    link: '',
    endsAt: null,
    isShown: false,
    audience: { group: 'people', userIds: [id] },
  })
  return { id: data._id, taskId: data.mailing!.taskId }
}

const waitFor = async ({ sql }: Pick<TestShop, 'sql'>, count: number): Promise<boolean> => {
  const waiting = await sql`
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return waiting.length === count
}
