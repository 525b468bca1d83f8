/** Parameters in the address of the review page. */
export type Wish = { gameSlug: string; itemSlug: string; gameDetailId: string; couponCode: string }
