import type { Context } from '#server/context.ts'
import { getLockedOrder } from '#server/orders/end/end-order.ts'
import { replaceWords } from '#server/orders/end/tell-step.ts'
import * as rows from './code-sql.ts'
import { keepCodes } from './codes.ts'
import { CODE_READY, OLD_CODE_WORDS } from './codes.ts'

const AT_ONCE = 100

type Deps = Pick<Context, 'sql' | 'keys' | 'now' | 'log'>

/**
 * Seals codes that an older version, or an older node still running, stored in plain text. They are in dispatches and
 * in timeline messages. Each dispatch is one transaction, so an interrupted run continues where it stopped.
 */
export async function sealCodes(ctx: Deps): Promise<void> {
  let count = 0
  for (;;) {
    const found = await rows.selectPlain(ctx.sql, AT_ONCE)
    for (const one of found) await sealOne(ctx, one)
    count += found.length
    if (found.length < AT_ONCE) break
  }
  if (count > 0) ctx.log.info({ count }, 'plain codes sealed')
}

const sealOne = (ctx: Deps, { id, orderId }: rows.PlainRow) =>
  ctx.sql.begin(async (tx) => {
    await getLockedOrder(tx, orderId)
    const plain = await rows.selectPlainCodes(tx, id)
    if (plain === null) return
    await keepCodes(ctx, tx, { orderId, dispatchId: id, codes: plain.split('\n') })
    await rows.deletePlainCodes(tx, id)
    await replaceWords(tx, { orderId, beginning: OLD_CODE_WORDS, words: CODE_READY })
  })
