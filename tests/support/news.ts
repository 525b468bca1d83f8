import type { TestShop } from './shop.ts'
import { until } from './wait.ts'

/** Until the mail server has refused so many, and is to be tried again. */
export const untilNewsFails = ({ sql }: TestShop, count: number) =>
  until('they are being written to', async () => {
    const rows =
      await sql`select from announcement_mail where attempts > 0 and sending_since is null`
    return rows.length >= count
  })

/** What was handed over before somebody stopped it may still come. */
export const untilNoneIsSent = ({ sql }: TestShop) =>
  until('those on their way have come back', async () => {
    const rows = await sql`select from announcement_mail where sending_since is not null`
    return rows.length === 0
  })
