import { z } from 'zod'

const PAGE_LIMIT_MAX = 100
export const PAGE_MAX = 1_000_000

/** Numbers arrive as text in a query string; in a body they must be numbers. */
const queryInteger = (max: number, message: string) =>
  z.codec(z.string().regex(/^\d{1,7}$/, message), z.int().min(1, message).max(max, message), {
    decode: Number,
    encode: String,
  })

/** The fields every list takes; a list adds its own `sort`, `searchIndex` and filters. */
export const Paging = z.strictObject({
  page: queryInteger(PAGE_MAX, 'page is from 1 to 1000000').default(1),
  limit: queryInteger(PAGE_LIMIT_MAX, 'limit is from 1 to 100').default(10),
  search: z.string().trim().max(200).default(''),
})

/** For a list that is whole unless a part of it is asked for. */
export const OptionalPaging = z.strictObject({
  page: queryInteger(PAGE_MAX, 'page is from 1 to 1000000').exactOptional(),
  limit: queryInteger(PAGE_LIMIT_MAX, 'limit is from 1 to 100').exactOptional(),
  search: z.string().trim().max(200).exactOptional(),
})
