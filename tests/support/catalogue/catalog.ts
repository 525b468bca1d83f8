import { createCategory } from '#contract/catalogue/categories.ts'
import type { Category } from '#contract/catalogue/catalog.ts'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import { addItem, createGame, type FullGame, type FullItem } from '#contract/catalogue/games.ts'
import { createTag, type Tag } from '#contract/catalogue/tags.ts'
import type { Person } from '#tests/support/accounts/people.ts'

let made = 0
const newName = (what: string) => `${what} ${++made}`

/** Makes a game that is delivered by hand. `fields` override what matters to the test. */
export const makeGame = (
  admin: Person,
  fields: Partial<Input<typeof createGame>> = {},
): Promise<FullGame> =>
  make(admin, createGame, { gameName: newName('Game'), apiName: 'manual', ...fields })

/** Makes a pack of a game, for 100 rupees. */
export const makeItem = (
  admin: Person,
  { gameSlug }: Pick<FullGame, 'gameSlug'>,
  fields: Partial<Input<typeof addItem>> = {},
): Promise<FullItem> =>
  make(admin, addItem, { itemName: newName('Pack'), sellingPrice: 100_00, ...fields, gameSlug })

export const makeCategory = (
  admin: Person,
  fields: Partial<Input<typeof createCategory>> = {},
): Promise<Category> =>
  make(admin, createCategory, { categoryTitle: newName('Category'), ...fields })

export const makeTag = (
  admin: Person,
  fields: Partial<Input<typeof createTag>> = {},
): Promise<Tag> =>
  make(admin, createTag, {
    tagName: newName('Tag'),
    tagColor: '#1a1205',
    tagBackground: '#f4b942',
    ...fields,
  })

async function make<E extends Endpoint>(
  admin: Person,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const { status, data, message } = await admin.call(endpoint, input)
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${message}`)
  return data
}
