import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * What a schema says of a form, in the schema's own words, which are the server's: of a choice between kinds the library's
 * resolver would say what one of the kinds has against it, in words of zod's.
 */
export const resolverOf =
  <S extends z.ZodType<unknown, FieldValues>>(
    schema: S,
  ): Resolver<z.input<S>, unknown, z.output<S>> =>
  async (typed, _context, options) => {
    const { success, data, error } = await schema.safeParseAsync(typed)
    if (success) return { values: data, errors: {} }
    const first: Record<string, FieldError> = {}
    for (const { path, code, message } of error.issues)
      first[path.join('.')] ??= { type: code, message }
    return { values: {}, errors: toNestErrors(first, options) }
  }
