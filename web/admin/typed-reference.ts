import { z } from 'zod'

/** An id that is chosen; an empty choice is none. */
export const chosenOrNothing = <S extends z.ZodType<unknown, string | null>>(schema: S) =>
  z
    .string()
    .transform((id) => id || null)
    .pipe(schema)

/** An address; left empty, the server makes one. */
export const typedOrMade = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema.optional())
