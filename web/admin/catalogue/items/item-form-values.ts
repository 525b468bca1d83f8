import type { z } from 'zod'
import { ItemFields, type FullItem } from '#contract/games.ts'
import { toMajor } from '#contract/money.ts'
import { chosenOrNothing, typedOrMade } from '#web/admin/forms/reference-schemas.ts'
import { typed, typedOr } from '#web/admin/forms/field-schemas.ts'

const fields = ItemFields.shape

/** Parses the pack form by the rules of its endpoints. A pack without an index comes last. */
export const TypedItem = ItemFields.extend({
  itemSlug: typedOrMade(fields.itemSlug),
  itemImageId: chosenOrNothing(fields.itemImageId),
  tagId: chosenOrNothing(fields.tagId),
  index: typedOr(undefined, fields.index.optional()),
  sellingPrice: typed(fields.sellingPrice),
  resellerSellingPrice: typedOr(null, fields.resellerSellingPrice),
  dummyPrice: typedOr(null, fields.dummyPrice),
  costPrice: typedOr(null, fields.costPrice),
  quantity: typedOr(null, fields.quantity),
})
export type TypedItem = z.output<typeof TypedItem>

export const NEW_ITEM: z.input<typeof TypedItem> = {
  itemName: '',
  itemSlug: '',
  itemImageId: '',
  itemAvailablity: true,
  index: '',
  sellingPrice: '',
  resellerSellingPrice: '',
  dummyPrice: '',
  costPrice: '',
  serviceId: '',
  quantity: '',
  isShowQuantity: false,
  tagId: '',
  sources: [],
  routing: 'in order',
  isPriceFixed: false,
}

/** Formats paise as typed text: 79.5 for 79 rupees and 50 paise. */
export const toTyped = (paise: number | null): string =>
  paise === null ? '' : String(toMajor(paise, 'INR'))

export const toTypedItem = (item: FullItem): z.input<typeof TypedItem> => ({
  itemName: item.itemName,
  itemSlug: item.itemSlug,
  itemImageId: item.itemImageId?._id ?? '',
  itemAvailablity: item.itemAvailablity,
  index: String(item.index),
  sellingPrice: toTyped(item.sellingPrice),
  resellerSellingPrice: toTyped(item.resellerSellingPrice),
  dummyPrice: toTyped(item.dummyPrice),
  costPrice: toTyped(item.costPrice),
  serviceId: item.serviceId,
  quantity: item.quantity === null ? '' : String(item.quantity),
  isShowQuantity: item.isShowQuantity,
  tagId: item.tagId?._id ?? '',
  sources: item.sources,
  routing: item.routing,
  isPriceFixed: item.isPriceFixed,
})
