import { z } from 'zod'

/** A chosen id. An empty choice is null. */
export const idOrNull = <S extends z.ZodType<unknown, string | null>>(schema: S) =>
  z
    .string()
    .transform((id) => id || null)
    .pipe(schema)

/** A slug. If it is empty, the server makes one. */
export const slugOrNone = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema.optional())
