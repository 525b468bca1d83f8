import { MANUAL } from '#contract/catalogue/sources.ts'
import type { Context } from '#server/context.ts'

/** The title of a source of packs. A supplier that this shop no longer has is shown by its name. */
export const titleOf = ({ connectors }: Pick<Context, 'connectors'>, source: string): string =>
  source === MANUAL ? 'Manual' : (connectors.suppliers.get(source)?.title ?? source)
