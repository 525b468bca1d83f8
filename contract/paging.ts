import { z } from 'zod'
import { Id } from './endpoint.ts'

const PAGE_LIMIT_MAX = 100
export const PAGE_MAX = 1_000_000

/** Numbers arrive as text in a query string; in a body they must be numbers. */
const queryInteger = (name: string, max: number) => {
  const message = `${name} is from 1 to ${max}`
  return z.codec(
    z.string().regex(/^\d{1,7}$/, message),
    z.int().min(1, message).max(max, message),
    {
      decode: Number,
      encode: String,
    },
  )
}

/** The fields every list takes; a list adds its own `sort`, `searchIndex` and filters. */
export const Paging = z.strictObject({
  page: queryInteger('page', PAGE_MAX).default(1),
  limit: queryInteger('limit', PAGE_LIMIT_MAX).default(10),
  search: z.string().trim().max(200).default(''),
})

/** For a list whose only order is by date; the newest first unless told. */
export const ByDate = { sort: z.enum(['createdAt', '-createdAt']).exactOptional() }

/** For a list with a cursor: `page` counts from the entry `after`, or from the beginning without one. */
export const CursorPaging = {
  page: queryInteger('page', PAGE_MAX).exactOptional(),
  after: Id.exactOptional(),
  ...ByDate,
}

/** For a list that is whole unless a part of it is asked for. */
export const OptionalPaging = z.strictObject({
  page: queryInteger('page', PAGE_MAX).exactOptional(),
  limit: queryInteger('limit', PAGE_LIMIT_MAX).exactOptional(),
  search: z.string().trim().max(200).exactOptional(),
})
