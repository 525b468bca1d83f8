import { z } from 'zod'
import { readNumber } from '#contract/decimals.ts'

/** A number as it is typed, under the rules of its call. */
export const typed = <S extends z.ZodType<unknown, number>>(schema: S) =>
  z.string().transform(readNumber).pipe(schema)

/** The same where nothing typed has a meaning of its own. */
export const typedOr = <Nothing, Out>(nothing: Nothing, schema: z.ZodType<Out, Nothing | number>) =>
  z
    .string()
    .transform((text, ctx): Nothing | number =>
      text.trim() === '' ? nothing : readNumber(text, ctx),
    )
    .pipe(schema as z.ZodType<Out, never>)

/** A yes or no that is chosen from a list. */
export const yesNo = z.enum(['yes', 'no']).transform((word) => word === 'yes')

export const toYesNo = (is: boolean): 'yes' | 'no' => (is ? 'yes' : 'no')

/** What stays as it is is not sent, so that two people who change different things undo nothing. */
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
