import { z } from 'zod'
import * as contract from '#contract/orders/orders.ts'
import { PlacedOrder } from '#contract/orders/orders.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { orFirstAnswer, toRequest } from '#server/platform/idempotency/idempotency.ts'
import { refuseWhileClosed } from '#server/catalogue/settings/website.ts'
import { readBuyer } from './buyer-address.ts'
import { placeOrder } from './place-order.ts'

export const placeWalletOrder: Handler<typeof contract.placeWalletOrder> = async (
  ctx,
  input,
  caller,
  visit,
) => {
  await refuseWhileClosed(ctx, caller)
  const { idempotencyKey, ...asked } = input
  const key = visit.idempotencyKey ?? idempotencyKey ?? null
  const endpoint = contract.placeWalletOrder
  const request = toRequest({ endpoint, callerId: caller.id, key, input: asked })
  const buyer = await readBuyer(ctx, visit)
  const answer = await orFirstAnswer(ctx, request, () =>
    placeOrder(ctx, { ...asked, caller, buyer, request, expiresAt: null }),
  )
  return z.decode(PlacedOrder, answer as never)
}
