import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a form with the schema's own messages, which the server shares. For unions, the library's resolver would
 * show zod's wording for one of the members.
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
