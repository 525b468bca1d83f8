import { z } from 'zod'
import { Id } from './endpoint.ts'

const PAGE_LIMIT_MAX = 100
export const PAGE_MAX = 1_000_000

/** Reads a number of a query string, where it is text. In a body it must be a number. */
const queryInteger = (name: string, max: number) => {
  const message = `${name} must be from 1 to ${max}`
  return z.codec(
    z.string().regex(/^\d{1,7}$/, message),
    z.int().min(1, message).max(max, message),
    {
      decode: Number,
      encode: String,
    },
  )
}

/** Fields that every list takes. Each list adds its own `sort`, `searchIndex` and filters. */
export const Paging = z.strictObject({
  page: queryInteger('page', PAGE_MAX).default(1),
  limit: queryInteger('limit', PAGE_LIMIT_MAX).default(10),
  search: z.string().trim().max(200).default(''),
})

/** For lists that are sorted by date only, the newest first by default. */
export const ByDate = { sort: z.enum(['createdAt', '-createdAt']).exactOptional() }

/** For lists with a cursor: `page` counts from the entry `after`, or from the start without it. */
export const CursorPaging = {
  page: queryInteger('page', PAGE_MAX).exactOptional(),
  after: Id.exactOptional(),
  ...ByDate,
}

/** For lists that are returned whole unless a page is requested. */
export const OptionalPaging = z.strictObject({
  page: queryInteger('page', PAGE_MAX).exactOptional(),
  limit: queryInteger('limit', PAGE_LIMIT_MAX).exactOptional(),
  search: z.string().trim().max(200).exactOptional(),
})
