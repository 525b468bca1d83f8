import { z } from 'zod'
import { Category } from './catalog.ts'
import { endpoint, Id, NoOutput } from '#contract/core/endpoint.ts'
import { required, seen } from '#contract/core/fields.ts'

const GAMES_MAX = 2_500 // as many as fit into a request
const BODY_BYTES_MAX = 200_000 // room for the games before and after the change
export const CategoryFields = z.strictObject({
  categoryTitle: required('Please enter a category title').max(
    60,
    'A title can have at most 60 characters',
  ),
  gameId: z.array(Id).max(GAMES_MAX),
})

export const createCategory = endpoint({
  method: 'POST',
  path: '/category',
  access: 'admin',
  right: 'catalogue',
  message: 'Category added',
  input: CategoryFields.partial({ gameId: true }),
  output: Category,
})

export const editCategory = endpoint({
  method: 'PUT',
  path: '/category/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Category updated',
  bodyBytesMax: BODY_BYTES_MAX,
  input: CategoryFields.partial().extend({ id: Id, was: seen(CategoryFields) }),
  output: Category,
})

export const addGameToCategory = endpoint({
  method: 'PUT',
  path: '/category/add/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Game added to the category',
  input: z.strictObject({ id: Id, gameId: Id }),
  output: Category,
})

export const removeGameFromCategory = endpoint({
  method: 'PUT',
  path: '/category/remove/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Game removed from the category',
  input: z.strictObject({ id: Id, gameId: Id }),
  output: Category,
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: '/category/:id',
  access: 'admin',
  right: 'catalogue',
  message: 'Category deleted',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
