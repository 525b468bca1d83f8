import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { listGameNames } from '#contract/catalogue/catalog.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { CouponFormValues } from './coupon-form-values.ts'
import { describeCoupon } from './coupon-words.ts'
import { today } from '#web/admin/marketing/today.ts'

const WhatItDoes = CouponFormValues.omit({ couponCode: true })

/** Describes in a sentence what the coupon in the surrounding form would do. */
export function CouponSentence({ games }: { games: Output<typeof listGameNames> }) {
  const { couponCode: _, ...typed } = useWatch() as z.input<typeof CouponFormValues>
  const { data } = WhatItDoes.safeParse(typed)
  const nameOf = (id: string) => games.find(({ _id }) => _id === id)?.gameName ?? 'a deleted game'
  return (
    <output className="block border-l-4 border-glass bg-glass-soft px-4 py-3 text-sm text-pretty">
      {data
        ? describeCoupon(
            {
              ...data,
              maxNumberOfUsage: Number(data.maxNumberOfUsage),
              maxNumberOfUsagePerUser: Number(data.maxNumberOfUsagePerUser),
              whiteListed: data.whiteListedUserId.length,
              blackListed: data.blackListedUserId.length,
              games: data.allowedGameId.map(nameOf),
            },
            today(),
          )
        : 'A summary appears here once you enter a discount.'}
    </output>
  )
}
