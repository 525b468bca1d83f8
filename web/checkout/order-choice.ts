/** Parameters in the address of the review page. */
export type OrderChoice = {
  gameSlug: string
  itemSlug: string
  gameDetailId: string
  couponCode: string
}
