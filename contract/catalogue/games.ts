import { z } from 'zod'
import { Game, Item, Slug, SlugSought } from './catalog.ts'
import { isCountry } from '#contract/core/countries.ts'
import { endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { Rupees } from '#contract/core/money.ts'
import { Paging } from '#contract/core/paging.ts'
import { required, seen, SiteLink, text } from '#contract/core/fields.ts'
import { Supplier, Source } from './sources.ts'

/** Another source of a pack, beside its game's own, and the game's name there. */
export const ItemSource = z.strictObject({
  source: Supplier,
  givenGameName: text(120),
  givenRegion: text(60),
  serviceId: required('Please enter the product’s ID at this supplier').max(120),
})
export type ItemSource = z.output<typeof ItemSource>

/** Choice among several sources: the first that can deliver, or the one that performs best. */
export const Routing = z.enum(['in order', 'best'])

/** A pack as administrators see it. */
export const FullItem = Item.extend({
  resellerSellingPrice: Rupees.nullable(),
  costPrice: Rupees.nullable(),
  serviceId: z.string(),
  /** Units held by unpaid orders. `quantity` does not include them. */
  heldQuantity: z.int(),
  sources: z.array(ItemSource),
  /** False if the shop has no supplier for it. It is not sold then. */
  hasSource: z.boolean().default(true),
  routing: Routing,
  isPriceFixed: z.boolean(),
  /** Why the shop paused its sale by itself. */
  pausedFor: z.string().nullable(),
})
export type FullItem = z.output<typeof FullItem>

/** A game as administrators see it, with its source and its name there. */
export const FullGame = Game.extend({
  apiName: Source,
  givenGameName: z.string(),
  givenRegion: z.string(),
  itemId: z.array(FullItem),
})
export type FullGame = z.output<typeof FullGame>

const gameFields = {
  gameName: required('Please enter a game name').max(
    80,
    'A game name can have at most 80 characters',
  ),
  gameSlug: Slug,
  gameDescription: text(5_000),
  gameFrom: text(80),
  gameLink: SiteLink,
  gameAvailablity: z.boolean(),
  gameImageId: Id.nullable(),
  tagId: Id.nullable(),
  apiName: Source,
  givenGameName: text(120),
  givenRegion: text(60),
  inputFieldOne: text(40),
  inputFieldTwo: text(40),
  inputFieldTwoOption: z.array(required('An option can’t be empty').max(40)).max(50),
  isValidationRequired: z.boolean(),
  /** Countries whose players can use the packs. Empty for all countries. */
  playerRegions: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Enter each country as two letters, such as IN')
        .refine(isCountry, 'This country doesn’t exist'),
    )
    .max(60)
    .refine((regions) => new Set(regions).size === regions.length, 'Enter each country only once'),
}
export const GameFields = z.strictObject(gameFields)

/** Packs are sorted by index, from 0. If two have the same index, the older comes first. */
export const INDEX_MAX = 100_000
const itemFields = {
  itemName: required('Please enter an item name').max(
    80,
    'An item name can have at most 80 characters',
  ),
  itemSlug: Slug,
  itemImageId: Id.nullable(),
  itemAvailablity: z.boolean(),
  index: z.int().min(0).max(INDEX_MAX),
  sellingPrice: Rupees,
  resellerSellingPrice: Rupees.nullable(),
  dummyPrice: Rupees.nullable(),
  costPrice: Rupees.nullable(),
  serviceId: text(120),
  quantity: z.int('Please enter a whole number').min(0).max(1_000_000_000).nullable(),
  isShowQuantity: z.boolean(),
  tagId: Id.nullable(),
  sources: z
    .array(ItemSource)
    .max(10)
    .refine(
      (sources) =>
        new Set(sources.map(({ source, givenRegion }) => `${source} ${givenRegion}`)).size ===
        sources.length,
      'Add each source only once',
    ),
  routing: Routing,
  isPriceFixed: z.boolean(),
}
export const ItemFields = z.strictObject(itemFields)

/** Selling prices of a pack, the crossed-out price beside it, and its cost to the shop. */
const Prices = z.strictObject({
  sellingPrice: Rupees,
  resellerSellingPrice: Rupees.nullable(),
  dummyPrice: Rupees.nullable(),
  costPrice: Rupees.nullable(),
})
export type Prices = z.output<typeof Prices>
const REPRICED_MAX = 200 // as many as fit into a request

const GameSort = z.enum(['gameName', '-gameName', 'createdAt', '-createdAt'])

export const listGamesAsAdmin = endpoint({
  method: 'GET',
  path: '/game/admin',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: Paging.extend({ sort: GameSort.default('-createdAt') }),
  output: z.object({ games: z.array(FullGame), totalGames: z.int() }),
})

export const findGameAsAdmin = endpoint({
  method: 'GET',
  path: '/game/admin/:slug',
  access: 'admin',
  right: 'catalogue',
  message: '',
  input: z.strictObject({ slug: SlugSought }),
  output: FullGame,
})

/** Makes the slug from the name if none is given. */
export const createGame = endpoint({
  method: 'POST',
  path: '/game',
  access: 'admin',
  right: 'catalogue',
  message: 'Game added',
  input: GameFields.partial().required({ gameName: true, apiName: true }),
  output: FullGame,
})

/**
 * Edits a game. Another source, or another game or region there, is confirmed with the second factor: dearer packs
 * might be sent.
 */
export const editGame = endpoint({
  method: 'PUT',
  path: '/game/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Game updated',
  input: GameFields.partial().extend({ id: Id, was: seen(GameFields) }),
  output: FullGame,
})

export const deleteGame = endpoint({
  method: 'DELETE',
  path: '/game/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Game deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})

export const addItem = endpoint({
  method: 'PUT',
  path: '/game/add',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  message: 'Item added',
  input: ItemFields.partial()
    .required({ itemName: true, sellingPrice: true })
    .extend({ gameSlug: SlugSought }),
  output: FullItem,
})

/**
 * Edits a pack. Changes of a price, a cost or what the sources send are confirmed with the second factor. So is selling
 * a paused pack again.
 */
export const editItem = endpoint({
  method: 'PUT',
  path: '/game/add/:itemId',
  access: 'admin',
  right: 'catalogue',
  message: 'Item updated',
  input: ItemFields.partial().extend({ itemId: Id, was: seen(ItemFields) }),
  output: FullItem,
})

export const removeItem = endpoint({
  method: 'PUT',
  path: '/game/remove/:itemId',
  access: 'admin',
  right: 'catalogue',
  message: 'Item deleted',
  input: z.strictObject({ itemId: Id, gameSlug: SlugSought }),
  output: NoOutput,
})

/** Saves all prices or none. `was` is what the administrator saw, so that nobody's newer prices are overwritten. */
export const editPrices = endpoint({
  method: 'PUT',
  path: '/game/prices',
  access: 'admin',
  right: 'catalogue',
  confirm: true,
  message: 'Prices saved',
  input: z.strictObject({
    gameSlug: SlugSought,
    items: z
      .array(Prices.extend({ itemId: Id, was: Prices }))
      .min(1, 'Change at least one price')
      .max(REPRICED_MAX, `Save at most ${REPRICED_MAX} packs at a time`)
      .refine(
        (items) => new Set(items.map(({ itemId }) => itemId)).size === items.length,
        'List each pack only once',
      ),
  }),
  output: FullGame,
})
