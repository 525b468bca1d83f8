import { replaceEqualDeep } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint, Id } from '#contract/core/endpoint.ts'
import { queryOrRefusal } from './call.ts'

/** The version increases with every change. */
export type Versioned = { version: number }

/** An endpoint that finds an object by its id. */
export type Find<State> = Endpoint & {
  input: z.ZodObject<{ id: typeof Id }, z.core.$strict>
  output: z.ZodType<State>
}

/**
 * Query for an object that changes by itself. An answer may be older than an event that its stream already delivered.
 * The newer version is kept, or a finished order would look unfinished again.
 */
export const liveQuery = <State extends Versioned>(find: Find<State>, id: string) => ({
  ...queryOrRefusal(find, { id }),
  structuralSharing: (known: unknown, came: unknown) =>
    versionOf(came) < versionOf(known) ? known : replaceEqualDeep(known, came),
})

/** NaN without a version, such as for a refusal. Comparisons with NaN are false, so the new answer wins. */
const versionOf = (state: unknown): number =>
  typeof state === 'object' && state && 'version' in state ? Number(state.version) : NaN
