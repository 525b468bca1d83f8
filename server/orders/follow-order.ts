import { setTimeout as sleep } from 'node:timers/promises'
import type * as contract from '#contract/orders.ts'
import type { OrderWithTimeline } from '#contract/orders.ts'
import type { Context } from '#server/context.ts'
import { isDatabaseAway } from '#server/db/db.ts'
import type { Handlers } from '#server/http/implement.ts'
import { subjectOf } from './end-order.ts'
import { getOrder } from './find-order.ts'

type Handle = Handlers<typeof contract>

const RETRY_MS = 500

/** The whole order at each change. What is heard says only that there is something to look at. */
export const followOrder: Handle['followOrder'] = async function* (ctx, { id }, caller, { gone }) {
  const sought = caller.role === 'admin' ? { id } : { id, userId: caller.id }
  const news = gather(ctx, subjectOf(id), gone)
  try {
    for (let version = 0; !gone.aborted;) {
      const order = await read(version > 0)
      if (order && order.version > version) {
        version = order.version
        yield order
        if (order.endedAt) return
      }
      if (order) await news.wait()
    }
  } finally {
    news.stop()
  }

  /** Null while the database is away, for who has been told of the order before. */
  async function read(isKnown: boolean): Promise<OrderWithTimeline | null> {
    try {
      return await getOrder(ctx.sql, sought)
    } catch (error) {
      if (!isKnown || !isDatabaseAway(error)) throw error
      const wait = RETRY_MS * (1 + Math.random()) // a crowd does not come back at once
      await sleep(wait, null, { signal: gone }).catch(() => {})
      return null
    }
  }
}

/** News that comes while nobody waits is kept: it is one piece, however much came. */
function gather({ news }: Pick<Context, 'news'>, subject: string, gone: AbortSignal) {
  let arrived = Promise.withResolvers<void>()
  const wake = () => arrived.resolve()
  const stop = news.follow(subject, wake)
  gone.addEventListener('abort', wake)
  return {
    stop,
    async wait(): Promise<void> {
      await arrived.promise
      arrived = Promise.withResolvers()
    },
  }
}
