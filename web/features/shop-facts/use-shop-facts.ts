import { useRouteLoaderData } from 'react-router'
import type { ShopFacts } from './load-shop-facts.ts'

/** Undefined if the page failed to render. */
export const useShopFacts = (): ShopFacts | undefined => useRouteLoaderData('root')

/** The shop's name from Settings, or empty if the page failed to render. */
export const useShopName = (): string => useShopFacts()?.shopName ?? ''
