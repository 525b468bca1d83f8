import { createCoupon, listCoupons } from '#contract/catalogue/coupons.ts'
import { DEMO_COUPONS } from '#demo/catalogue/coupons.ts'
import type { Client } from './client.ts'

export async function loadCoupons(
  client: Client,
  gameIds: ReadonlyMap<string, string>,
): Promise<void> {
  const page = { page: 1, limit: 100, search: '', sort: 'createdAt' } as const
  const { coupons } = await client.call(listCoupons, page)
  const there = new Set(coupons.map(({ couponCode }) => couponCode))
  for (const { code, discount, priceMin, expiresOn, usesMax, isActive, ...rest } of DEMO_COUPONS) {
    if (there.has(code)) continue
    const { isFirstOrderOnly = false, games } = rest
    await client.call(createCoupon, {
      couponCode: code,
      discount,
      minPrice: priceMin,
      expiresOn,
      maxNumberOfUsage: usesMax,
      status: isActive,
      isFirstOrderOnly,
      ...(isFirstOrderOnly ? { maxNumberOfUsagePerUser: 1, minMargin: 0 } : {}),
      allowedGameId: games.map((slug) => gameIds.get(slug)!),
    })
  }
}
