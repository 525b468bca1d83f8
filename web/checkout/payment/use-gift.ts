import { useState } from 'react'
import type { Gift } from '#contract/orders/gifts.ts'
import { forgetGift, keepGift, readGift } from '#web/state/gift.ts'

/** The gift of a purchase, as it was before a reload. */
export function useGift(purchase: string) {
  const [gift, setGift] = useState(() => readGift(purchase))
  function change(changed: Gift | null): void {
    if (changed) keepGift(purchase, changed)
    else forgetGift(purchase)
    setGift(changed)
  }
  return { gift, change }
}
