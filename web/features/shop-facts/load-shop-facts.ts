import type { LoaderFunctionArgs } from 'react-router'
import { getAnnouncement } from '#contract/backoffice/announcements.ts'
import { getRate } from '#contract/catalogue/rate.ts'
import { nameOf, symbolOf, type Currency } from '#contract/core/money.ts'
import { getSettings } from '#contract/catalogue/settings.ts'
import { loadForAll } from '#web/api/visitor.ts'

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Loads the shop's data that every page needs. It runs only on the server, so browsers skip its schemas. */
export async function loadShopFacts({ context, request }: LoaderFunctionArgs) {
  const [settings, news, rates] = await Promise.all([
    loadForAll(context, getSettings, {}),
    loadForAll(context, getAnnouncement, {}),
    loadForAll(context, getRate, {}),
  ])
  const currencies = (['INR', ...Object.keys(rates)] as Currency[]).map((code) => ({
    code,
    symbol: symbolOf(code),
  }))
  const currencyWords = OR.format(currencies.map(({ code }) => nameOf(code)))
  return { ...settings, news, currencies, currencyWords, origin: new URL(request.url).origin }
}

export type ShopFacts = Awaited<ReturnType<typeof loadShopFacts>>
