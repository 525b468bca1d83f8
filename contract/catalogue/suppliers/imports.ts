import { z } from 'zod'
import { SlugSought } from '#contract/catalogue/catalog.ts'
import { endpoint, Id } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'
import { Rupees } from '#contract/core/money.ts'
import { Margin, RoundTo } from './prices.ts'
import { Task } from '#contract/core/tasks.ts'

export const IMPORT_MAX = 500

/** Products of the game's source that become packs, and how they are priced. */
const Import = z
  .strictObject({
    gameSlug: SlugSought,
    productIds: z
      .array(required('Every product needs an id').max(120))
      .min(1, 'Please choose what to import')
      .max(IMPORT_MAX, `Import at most ${IMPORT_MAX} products at a time`)
      .refine((ids) => new Set(ids).size === ids.length, 'Choose each product only once'),
    /** By the game's price rule, or as a percentage on each product's cost. */
    pricing: z.enum(['rule', 'markup']),
    markup: Margin.exactOptional(),
    roundTo: RoundTo.exactOptional(),
    itemImageId: Id.nullable().default(null),
    tagId: Id.nullable().default(null),
    itemAvailablity: z.boolean().default(true),
  })
  .superRefine(({ pricing, markup }, { addIssue }) => {
    if (pricing === 'markup' && markup === undefined)
      addIssue({ code: 'custom', path: ['markup'], message: 'Please enter a percentage' })
  })
export type Import = z.output<typeof Import>

/** Result for a product: a new pack, an existing one, or none, with the reason. */
const Imported = z.object({
  productId: z.string(),
  name: z.string(),
  is: z.enum(['new', 'there', 'no']),
  words: z.string(),
  costPrice: Rupees.nullable(),
  sellingPrice: Rupees.nullable(),
  resellerSellingPrice: Rupees.nullable(),
})
export type Imported = z.output<typeof Imported>

export const previewImport = endpoint({
  method: 'POST',
  path: '/game/import/preview',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: Import,
  output: z.object({ products: z.array(Imported) }),
})

export const importProducts = endpoint({
  method: 'POST',
  path: '/game/import',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  idempotent: true,
  message: '',
  input: Import,
  output: Task,
})
