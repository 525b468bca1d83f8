import { useRouteLoaderData } from 'react-router'
import type { ShopFacts } from './load-shop-facts.ts'

/** Nothing where the page could not be made. */
export const useShopFacts = (): ShopFacts | undefined => useRouteLoaderData('root')

/** As Settings has it; empty where the page could not be made. */
export const useShopName = (): string => useShopFacts()?.shopName ?? ''
