import type { UpdateKind } from '#contract/backoffice/live-updates.ts'
import type * as contract from '#contract/backoffice/live-updates.ts'
import type { Handler } from '#server/platform/http/implement.ts'

/** Streams the kinds of changes. Those that arrive during a send are combined in the next message. */
export const followOffice: Handler<typeof contract.followOffice> = async function* (
  ctx,
  _input,
  _caller,
  { gone },
) {
  const kinds = new Set<UpdateKind>()
  let arrived = Promise.withResolvers<void>()
  const wake = () => arrived.resolve()
  const stop = await ctx.officeUpdates.follow((news) => {
    for (const kind of news) kinds.add(kind)
    wake()
  })
  gone.addEventListener('abort', wake)
  try {
    yield { news: [] }
    while (!gone.aborted) {
      await arrived.promise
      arrived = Promise.withResolvers()
      if (kinds.size === 0) continue
      const news = [...kinds]
      kinds.clear()
      yield { news }
    }
  } finally {
    stop()
  }
}
