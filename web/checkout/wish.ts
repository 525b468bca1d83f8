/** What the address of a review asks for. */
export type Wish = { gameSlug: string; itemSlug: string; gameDetailId: string; couponCode: string }
