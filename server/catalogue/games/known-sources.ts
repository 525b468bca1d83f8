import { MANUAL } from '#contract/catalogue/sources.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

type Deps = Pick<Context, 'connectors'>

const isKnown = ({ connectors }: Deps, source: string): boolean =>
  source === MANUAL || connectors.suppliers.has(source)

/** True if the shop has at least one of these sources. */
export const hasSource = (ctx: Deps, sources: string[]): boolean =>
  sources.some((source) => isKnown(ctx, source))

type Chosen = { field: string; source: string; before: string[] }

/** Refuses a source that the shop doesn't have. One that was chosen before may stay. */
export function refuseUnknownSource(ctx: Deps, { field, source, before }: Chosen): void {
  if (before.includes(source) || isKnown(ctx, source)) return
  throw new Refusal('BAD_INPUT', { field, message: 'This shop has no supplier with this name' })
}
