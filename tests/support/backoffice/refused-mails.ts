import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

/** Waits until the mail server has refused this many mails, all of which will be retried. */
export const untilNewsFails = ({ sql }: TestShop, count: number) =>
  until('they are being written to', async () => {
    const rows =
      await sql`select from announcement_mail where attempts > 0 and sending_since is null`
    return rows.length >= count
  })

/** Waits out mails that were handed over before the mailing was stopped. They may still arrive. */
export const untilNoneIsSent = ({ sql }: TestShop) =>
  until('those on their way have come back', async () => {
    const rows = await sql`select from announcement_mail where sending_since is not null`
    return rows.length === 0
  })
