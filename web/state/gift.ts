import type { Gift } from '#contract/orders/gifts.ts'

const nameOf = (purchase: string) => `gift:${purchase}`

/** Keeps the gift of a purchase until it is paid. It survives a reload and the gateway's pages in the same tab. */
export const keepGift = (purchase: string, gift: Gift): void =>
  sessionStorage.setItem(nameOf(purchase), JSON.stringify(gift))

export function readGift(purchase: string): Gift | null {
  const kept = sessionStorage.getItem(nameOf(purchase))
  return kept === null ? null : (JSON.parse(kept) as Gift)
}

export const forgetGift = (purchase: string): void => sessionStorage.removeItem(nameOf(purchase))
