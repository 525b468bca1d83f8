import type { z } from 'zod'
import { ItemFields, type FullItem } from '#contract/catalogue/games.ts'
import { toMajor } from '#contract/core/money.ts'
import { idOrNull, slugOrNone } from '#web/admin/forms/reference-schemas.ts'
import { numberText, numberTextOr } from '#web/admin/forms/field-schemas.ts'

const fields = ItemFields.shape

/** Parses the pack form by the rules of its endpoints. A pack without an index comes last. */
export const ItemFormValues = ItemFields.extend({
  itemSlug: slugOrNone(fields.itemSlug),
  itemImageId: idOrNull(fields.itemImageId),
  tagId: idOrNull(fields.tagId),
  index: numberTextOr(undefined, fields.index.optional()),
  sellingPrice: numberText(fields.sellingPrice),
  resellerSellingPrice: numberTextOr(null, fields.resellerSellingPrice),
  dummyPrice: numberTextOr(null, fields.dummyPrice),
  costPrice: numberTextOr(null, fields.costPrice),
  quantity: numberTextOr(null, fields.quantity),
})
export type ItemFormValues = z.output<typeof ItemFormValues>

export const NEW_ITEM: z.input<typeof ItemFormValues> = {
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
export const toAmountText = (paise: number | null): string =>
  paise === null ? '' : String(toMajor(paise, 'INR'))

export const toItemFormValues = (item: FullItem): z.input<typeof ItemFormValues> => ({
  itemName: item.itemName,
  itemSlug: item.itemSlug,
  itemImageId: item.itemImageId?._id ?? '',
  itemAvailablity: item.itemAvailablity,
  index: String(item.index),
  sellingPrice: toAmountText(item.sellingPrice),
  resellerSellingPrice: toAmountText(item.resellerSellingPrice),
  dummyPrice: toAmountText(item.dummyPrice),
  costPrice: toAmountText(item.costPrice),
  serviceId: item.serviceId,
  quantity: item.quantity === null ? '' : String(item.quantity),
  isShowQuantity: item.isShowQuantity,
  tagId: item.tagId?._id ?? '',
  sources: item.sources,
  routing: item.routing,
  isPriceFixed: item.isPriceFixed,
})
