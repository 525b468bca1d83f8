import type * as contract from '#contract/settings.ts'
import { SHOP_NAME } from '#contract/shop.ts'
import type { Handlers } from '#server/http/implement.ts'

type Handle = Handlers<typeof contract>

export const getSettings: Handle['getSettings'] = async ({ google }) => ({
  shopName: SHOP_NAME,
  isGoogleOffered: google !== null,
})
