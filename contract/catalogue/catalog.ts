import { z } from 'zod'
import { endpoint, Id, NoInput } from '#contract/core/endpoint.ts'
import { Rupees } from '#contract/core/money.ts'
import { Picture } from './gallery.ts'
import { OptionalPaging, Paging } from '#contract/core/paging.ts'
import { Tag } from './tags.ts'

/** Slugs that would clash with the paths of calls below /game. */
const RESERVED = ['all', 'admin', 'add', 'get', 'remove']
export const Slug = z
  .string('Please enter an address')
  .trim()
  .max(80, 'An address can have at most 80 characters')
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    'An address can have lower-case letters, digits and single dashes',
  )
  .refine(
    (slug) => !RESERVED.includes(slug),
    'The shop itself uses this address. Please choose another',
  )

/** Any text, because a malformed slug is simply not found. */
export const SlugSought = z.string().max(200)

/** A pack as customers see it, with prices in rupees. Only resellers see the price for resellers. */
export const Item = z.object({
  _id: z.string(),
  itemSlug: z.string(),
  itemName: z.string(),
  itemImageId: Picture.nullable(),
  itemAvailablity: z.boolean(),
  index: z.int(),
  sellingPrice: Rupees,
  resellerSellingPrice: Rupees.exactOptional(),
  dummyPrice: Rupees.nullable(),
  quantity: z.int().nullable(),
  isShowQuantity: z.boolean(),
  noOfPurchases: z.int(),
  tagId: Tag.nullable(),
  gameSlug: z.string(),
  /** Median time from payment to delivery of recent orders. Null if there were too few. */
  deliverySeconds: z.int().nullable(),
})
export type Item = z.output<typeof Item>

export const Game = z.object({
  _id: z.string(),
  gameSlug: z.string(),
  gameName: z.string(),
  gameDescription: z.string(),
  gameFrom: z.string(),
  gameLink: z.string(),
  gameAvailablity: z.boolean(),
  gameImageId: Picture.nullable(),
  tagId: Tag.nullable(),
  inputFieldOne: z.string(),
  inputFieldTwo: z.string(),
  inputFieldTwoOption: z.array(z.string()),
  isValidationRequired: z.boolean(),
  /** Countries whose players can use its packs, as two-letter codes. Empty for all countries. */
  playerRegions: z.array(z.string()),
  /** True if a person delivers its packs. */
  isDeliveredByHand: z.boolean(),
  /** Median time from payment to delivery of recent packs. Null if it is unknown. */
  deliverySeconds: z.int().nullable(),
  itemId: z.array(Item),
})
export type Game = z.output<typeof Game>

export const GameName = Game.pick({ _id: true, gameSlug: true, gameName: true })

export const Category = z.object({
  _id: z.string(),
  categoryTitle: z.string(),
  categorySlug: z.string(),
  gameId: z.array(z.string()),
  noOfGames: z.int(),
})
export type Category = z.output<typeof Category>

export const GameSort = z.enum(['gameName', '-gameName', 'createdAt', '-createdAt'])

/** Lists the whole catalogue, or the requested part of it. */
export const listGames = endpoint({
  method: 'GET',
  path: '/game',
  access: 'anyone',
  keep: true,
  message: '',
  input: OptionalPaging.extend({ sort: GameSort.exactOptional() }),
  output: z.array(Game),
})

export const listGameNames = endpoint({
  method: 'GET',
  path: '/game/all',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(GameName),
})

export const findGame = endpoint({
  method: 'GET',
  path: '/game/:slug',
  access: 'anyone',
  keep: true,
  message: '',
  input: z.strictObject({ slug: SlugSought }),
  output: Game,
})

export const findItem = endpoint({
  method: 'GET',
  path: '/game/get/:itemSlug',
  access: 'anyone',
  keep: true,
  message: '',
  input: z.strictObject({ itemSlug: SlugSought }),
  output: Item,
})

const CategorySort = z.enum(['categoryTitle', '-categoryTitle', 'createdAt', '-createdAt'])

export const listCategories = endpoint({
  method: 'GET',
  path: '/category',
  access: 'anyone',
  keep: true,
  message: '',
  input: Paging.extend({ sort: CategorySort.default('createdAt') }),
  output: z.object({ categories: z.array(Category), total: z.int() }),
})

export const listAllCategories = endpoint({
  method: 'GET',
  path: '/category/all',
  access: 'anyone',
  keep: true,
  message: '',
  input: NoInput,
  output: z.array(Category),
})

export const findCategory = endpoint({
  method: 'GET',
  path: '/category/:id',
  access: 'anyone',
  keep: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: Category,
})
