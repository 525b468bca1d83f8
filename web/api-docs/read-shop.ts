import type { LoaderFunctionArgs } from 'react-router'
import { getSettings } from '#contract/catalogue/settings.ts'
import { loadForAll } from '#web/api/visitor.ts'

/** Address and name of the shop, for the documentation. */
export async function readShop({ context, request }: LoaderFunctionArgs) {
  const { shopName } = await loadForAll(context, getSettings, {})
  return { shopUrl: new URL(request.url).origin, shopName }
}
