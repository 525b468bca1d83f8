import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAnnouncement, deleteAnnouncement } from '#contract/announcements.ts'
import { editUserAsAdmin } from '#contract/users.ts'
import { addJob } from '#server/testing/deliveries.ts'
import { signUp, signUpAdmin } from '#server/testing/people.ts'
import { openShop } from '#server/testing/shop.ts'
import { until } from '#server/testing/wait.ts'

const NEWS = {
  title: 'Prizes doubled',
  message: 'This month only.',
  link: '/leaderboard',
  endsAt: null,
}

test('an announcement by e-mail goes once to everybody whose e-mail is proven, and to nobody else', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const [asha, rohan] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Rohan Mehta')]
  const [bala, unproven] = [await signUp(shop, 'Bala Iyer'), await signUp(shop, 'Uma Das')]
  const proven = [asha.id, rohan.id, bala.id]
  await shop.sql`update users set is_email_verified = true where id = any(${proven}::uuid[])`
  await admin.call(editUserAsAdmin, { id: bala.id, isBlocked: true })
  const { data } = await admin.call(createAnnouncement, { ...NEWS, isMailed: true })
  const read = async (to: string) =>
    (await shop.inbox.read(to)).filter(({ subject }) => subject === NEWS.title)
  for (const { email } of [asha, rohan])
    await until('the mail came', async () => (await read(email)).length === 1)
  assert.match((await read(asha.email))[0]!.text, /This month only\.[^]*\/leaderboard/)

  // Whoever asks again for what is done sends nothing twice.
  await addJob(shop, 'mail-announcement', { announcementId: data._id })
  await until('nothing is left to do at once', async () => {
    const [row] = await shop.sql`
      select from job where name like '%-announcement' and run_at <= now()`
    return row === undefined
  })
  for (const [{ email }, count] of [
    [asha, 1],
    [rohan, 1],
    [bala, 0],
    [unproven, 0],
  ] as const)
    assert.equal((await read(email)).length, count)
})

test('an announcement that is not for e-mail, or is deleted first, goes to nobody', async (t) => {
  const shop = await openShop(t)
  const admin = await signUpAdmin(shop)
  const asha = await signUp(shop, 'Asha Rao')
  await shop.sql`update users set is_email_verified = true where id = ${asha.id}`
  await admin.call(createAnnouncement, NEWS)
  const { data } = await admin.call(createAnnouncement, NEWS)
  await admin.call(deleteAnnouncement, { id: data._id })
  await addJob(shop, 'send-announcement', { announcementId: data._id, userId: asha.id })
  await addJob(shop, 'mail-announcement', { announcementId: data._id })
  await until('nothing is left to do', async () => {
    const [row] = await shop.sql`
      select from job where name like '%-announcement'`
    return row === undefined
  })
  assert.ok((await shop.inbox.read(asha.email)).every(({ subject }) => subject !== NEWS.title))
})
