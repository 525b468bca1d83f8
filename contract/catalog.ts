import { z } from 'zod'
import { endpoint, Id, NoInput } from './endpoint.ts'
import { Rupees } from './money.ts'
import { Picture } from './gallery.ts'
import { OptionalPaging, Paging } from './paging.ts'
import { Tag } from './tags.ts'

/** What a pack's address may look like; the words of calls below /game are no game's. */
const RESERVED = ['all', 'admin', 'add', 'get', 'remove']
export const Slug = z
  .string('Please enter an address')
  .trim()
  .max(80, 'An address has at most 80 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'An address has small letters, digits and single dashes')
  .refine((slug) => !RESERVED.includes(slug), 'This address is taken by the shop itself')

/** One that is looked for need not be well made: it is just not found. */
export const SlugSought = z.string().max(200)

/** A pack as customers see it. Prices in rupees; what resellers pay is told to resellers alone. */
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
  /** From paid to delivered, as half of the orders were lately; null where too few were. */
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
  /** Countries whose players its packs fit, as two letters; none is everywhere. */
  playerRegions: z.array(z.string()),
  /** A person of the shop delivers its packs. */
  isDeliveredByHand: z.boolean(),
  /** From paid to delivered, as half of its packs were lately; null where nobody can say. */
  deliverySeconds: z.int().nullable(),
  itemId: z.array(Item),
})
export type Game = z.output<typeof Game>

/** Names to choose from. */
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

/** The whole catalogue, or the part that is asked for. */
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
