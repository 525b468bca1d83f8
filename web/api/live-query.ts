import { replaceEqualDeep } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Id } from '#contract/endpoint.ts'
import { queryOrRefusal } from './call.ts'

/** It grows with every change. */
export type Versioned = { version: number }

/** How a thing is found by its id. */
export type Find<State> = Endpoint & {
  input: z.ZodObject<{ id: typeof Id }, z.core.$strict>
  output: z.ZodType<State>
}

/**
 * A thing that changes by itself. An answer may arrive when its stream has told of what came after it already:
 * what is known never becomes older, or an order that has ended would look as if it had not.
 */
export const liveQuery = <State extends Versioned>(find: Find<State>, id: string) => ({
  ...queryOrRefusal(find, { id }),
  structuralSharing: (known: unknown, came: unknown) =>
    versionOf(came) < versionOf(known) ? known : replaceEqualDeep(known, came),
})

/** What has none, such as a refusal, is as new as anything. */
const versionOf = (state: unknown): number =>
  typeof state === 'object' && state && 'version' in state ? Number(state.version) : NaN
