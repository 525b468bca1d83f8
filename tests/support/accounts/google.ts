import { google, startGoogle } from '#contract/accounts/auth.ts'
import { API_BASE } from '#contract/core/endpoint.ts'
import { signIn } from '#sandbox/sign-in.ts'
import { createPerson, type Answer } from './people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'

type Shop = Pick<TestShop, 'url'>
type Account = Parameters<typeof signIn>[1]

/** A browser that was redirected to Google: the address, and the cookie it keeps. */
export type Journey = { url: URL; cookie: string }

export async function leaveForGoogle(shop: Shop): Promise<Journey> {
  const { data, headers } = await createPerson(shop.url).call(startGoogle, {})
  return { url: new URL(data.url), cookie: headers.getSetCookie()[0]!.split(';', 1)[0]! }
}

/** Sends the shop the whole query that Google returned with, as the page does. */
export function comeBack(
  shop: Shop,
  { search }: Pick<URL, 'search'>,
  cookie?: string,
): Promise<Answer<typeof google>> {
  const browser = createPerson(shop.url)
  if (cookie) browser.headers['cookie'] = cookie
  return browser.send('GET', `${API_BASE}${google.path}${search}`) as Promise<Answer<typeof google>>
}

/** Signs in completely: leaves, chooses an account at Google and comes back. */
export async function signInWithGoogle(shop: Shop, account: Account) {
  const { url, cookie } = await leaveForGoogle(shop)
  return comeBack(shop, await signIn(url, account), cookie)
}
