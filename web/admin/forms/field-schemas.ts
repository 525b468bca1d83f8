import { z } from 'zod'
import { readNumber } from '#contract/core/decimals.ts'

/** Parses a typed number by the rules of its endpoint. */
export const numberText = <S extends z.ZodType<unknown, number>>(schema: S) =>
  z.string().transform(readNumber).pipe(schema)

/** Like `numberText`, for fields where empty text has a meaning of its own. */
export const numberTextOr = <Nothing, Out>(
  nothing: Nothing,
  schema: z.ZodType<Out, Nothing | number>,
) =>
  z
    .string()
    .transform((text, ctx): Nothing | number =>
      text.trim() === '' ? nothing : readNumber(text, ctx),
    )
    .pipe(schema as z.ZodType<Out, never>)

/** A yes or no chosen from a list. */
export const yesNo = z.enum(['yes', 'no']).transform((word) => word === 'yes')

export const toYesNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no')

/** Returns only the changed fields, so that two people editing different ones don't overwrite each other. */
export function changesOf<T extends object>(
  before: { [Name in keyof T]?: unknown },
  after: T,
): Partial<T> {
  const names = Object.keys(after) as (keyof T)[]
  const isChanged = (name: keyof T) =>
    after[name] !== undefined && JSON.stringify(after[name]) !== JSON.stringify(before[name])
  const changes = names.filter(isChanged).map((name) => [name, after[name]])
  return Object.fromEntries(changes) as Partial<T>
}
