import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SignedRupees } from './money.ts'
import { days } from './period.ts'

/**
 * Of orders that are paid and were not given back, on the shop's day on which they were paid. Revenue is what customers
 * paid, in rupees; profit is that less what the packs cost the shop.
 */
const figures = { revenue: SignedRupees, orderProfit: SignedRupees, orderCount: z.int() }

const Figures = z.object({
  ...figures,
  /** Orders of packs whose cost nobody has said: they are in no profit. */
  uncostedCount: z.int(),
  queryCount: z.int(), // what customers asked the shop
})
export type Figures = z.output<typeof Figures>

const FiguresOfDay = z.object({ day: z.iso.date(), ...figures })
export type FiguresOfDay = z.output<typeof FiguresOfDay>

const SEVEN = 7

/**
 * How the shop does: this month and the one before, the last seven days with today as the last, and the days that were asked
 * for beside as many before them. Without `to` they end today; without `from` they begin with the month.
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
    last7day: z.array(z.iso.date()).length(SEVEN), // the days of the three below
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
