import { useState } from 'react'
import { ItemFields, type FullItem, type Prices } from '#contract/catalogue/games.ts'
import { numberText, numberTextOr } from '#web/admin/forms/field-schemas.ts'
import { toAmountText } from './item-form-values.ts'

export type PriceName = keyof Prices

const fields = ItemFields.shape
const RULES = {
  costPrice: numberTextOr(null, fields.costPrice),
  sellingPrice: numberText(fields.sellingPrice),
  resellerSellingPrice: numberTextOr(null, fields.resellerSellingPrice),
  dummyPrice: numberTextOr(null, fields.dummyPrice),
}
const PRICE_NAMES = Object.keys(RULES) as PriceName[]

/** Prices of a pack as they are typed, with the parsed values. */
export type EditedPrices = {
  item: FullItem
  texts: Record<PriceName, string>
  /** Messages for invalid prices. */
  errors: Partial<Record<PriceName, string>>
  prices: Record<PriceName, number | null>
  isChanged: boolean
}

type Texts = Record<string, Partial<Record<PriceName, string>>>

/** Holds the typed prices of many packs. Untouched prices follow the shop's. */
export function useEditedPrices(items: FullItem[]) {
  const [texts, setTexts] = useState<Texts>({})
  const rows = items.map((item) => toRow(item, texts[item._id] ?? {}))
  return {
    rows,
    changed: rows.filter(({ isChanged }) => isChanged).length,
    isWrong: rows.some(({ errors }) => Object.keys(errors).length > 0),
    type: (id: string, name: PriceName, text: string) =>
      setTexts((all) => ({ ...all, [id]: { ...all[id], [name]: text } })),
    forget: () => setTexts({}),
  }
}

function toRow(item: FullItem, editedTexts: Texts[string]): EditedPrices {
  const row: EditedPrices = {
    item,
    texts: textsOf(item),
    errors: {},
    prices: pricesOf(item),
    isChanged: false,
  }
  for (const name of PRICE_NAMES) {
    const text = editedTexts[name]
    if (text === undefined) continue
    row.texts[name] = text
    const { data, error } = RULES[name].safeParse(text)
    if (error) row.errors[name] = error.issues[0]!.message
    if (error || data !== item[name]) row.isChanged = true
    row.prices[name] = error ? null : data
  }
  return row
}

export const pricesOf = ({ sellingPrice, ...item }: FullItem): Prices => ({
  sellingPrice,
  resellerSellingPrice: item.resellerSellingPrice,
  dummyPrice: item.dummyPrice,
  costPrice: item.costPrice,
})

const textsOf = (item: FullItem): Record<PriceName, string> => ({
  costPrice: toAmountText(item.costPrice),
  sellingPrice: toAmountText(item.sellingPrice),
  resellerSellingPrice: toAmountText(item.resellerSellingPrice),
  dummyPrice: toAmountText(item.dummyPrice),
})
