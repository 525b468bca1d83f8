import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { SignedRupees } from '#contract/core/money.ts'
import { days } from '#contract/core/period.ts'

/**
 * Figures of orders that are paid and not refunded, by the shop's day of payment. Revenue is what customers paid, in
 * rupees. Profit is revenue less what the packs cost the shop.
 */
const figures = { revenue: SignedRupees, orderProfit: SignedRupees, orderCount: z.int() }

const Figures = z.object({
  ...figures,
  /** Orders of packs with unknown cost. They count in no profit. */
  uncostedCount: z.int(),
  queryCount: z.int(), // questions from customers
})
export type Figures = z.output<typeof Figures>

const FiguresOfDay = z.object({ day: z.iso.date(), ...figures })
export type FiguresOfDay = z.output<typeof FiguresOfDay>

const SEVEN = 7

/**
 * Figures of the shop: this month and the month before, the last seven days including today, and the requested days.
 * The same number of days before those is added for comparison. Without `to` the range ends today. Without `from` it
 * begins with the month.
 */
export const getInsights = endpoint({
  method: 'GET',
  path: '/admin',
  access: 'admin',
  right: 'figures',
  message: '',
  input: z.strictObject(days),
  output: z.object({
    thisMonthRevenue: SignedRupees,
    lastMonthRevenue: SignedRupees,
    thisMonthOrderProfit: SignedRupees,
    lastMonthOrderProfit: SignedRupees,
    thisMonthOrderCount: z.int(),
    lastMonthOrderCount: z.int(),
    thisMonthUncostedCount: z.int(),
    thisMonthQueryCount: z.int(),
    lastMonthQueryCount: z.int(),
    allQueryCount: z.int(),
    last7day: z.array(z.iso.date()).length(SEVEN), // the days of the three arrays below
    last7dayRevenueCountArray: z.array(SignedRupees).length(SEVEN),
    last7dayOrderProfitArray: z.array(SignedRupees).length(SEVEN),
    last7dayOrderCountArray: z.array(z.int()).length(SEVEN),
    range: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        total: Figures,
        before: Figures,
        days: z.array(FiguresOfDay),
      })
      .nullable(),
  }),
})
