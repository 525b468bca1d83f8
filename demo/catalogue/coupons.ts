/** Amounts in paise. */
export type DemoCoupon = {
  code: string
  discount: number
  priceMin: number
  expiresOn: string // a day, or empty for no end
  usesMax: number // 0 means unlimited
  isActive: boolean
  isFirstOrderOnly?: boolean // also once per customer, and never below cost
  games: readonly string[] // slugs; empty means all games
}

export const DEMO_COUPONS: DemoCoupon[] = [
  {
    code: 'WELCOME50',
    discount: 50_00,
    priceMin: 199_00,
    expiresOn: '',
    usesMax: 0,
    isActive: true,
    games: [],
  },
  {
    code: 'FIRST20',
    discount: 20_00,
    priceMin: 0,
    expiresOn: '',
    usesMax: 0,
    isActive: true,
    isFirstOrderOnly: true,
    games: [],
  },
  {
    code: 'DIWALI10', // used up: two of the shoppers have it
    discount: 10_00,
    priceMin: 0,
    expiresOn: '',
    usesMax: 2,
    isActive: true,
    games: [],
  },
  {
    code: 'RUNES25',
    discount: 25_00,
    priceMin: 0,
    expiresOn: '',
    usesMax: 500,
    isActive: true,
    games: ['runeward-legends', 'emberfall-arena'],
  },
  {
    code: 'MONSOON75',
    discount: 75_00,
    priceMin: 499_00,
    expiresOn: '2025-09-30',
    usesMax: 1_000,
    isActive: true,
    games: [],
  },
  {
    code: 'WEEKEND30',
    discount: 30_00,
    priceMin: 299_00,
    expiresOn: '',
    usesMax: 200,
    isActive: false,
    games: [],
  },
]
