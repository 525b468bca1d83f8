import { DEMO_GAMES } from '#demo/catalogue/catalogue.ts'

const GAME = DEMO_GAMES.find(({ slug }) => slug === 'runeward-legends')!

/** The packs each shopper bought, so that the leaderboard has entries. Higher numbers are dearer packs. */
const BOUGHT: [fullName: string, packs: number[], couponCode?: string][] = [
  ['Aarav Sharma', [10, 8]],
  ['Diya Nair', [10]],
  ['Kabir Singh', [9, 9]],
  ['Meera Iyer', [9, 8]],
  ['Ishaan Gupta', [9]],
  ['Zoya Khan', [8, 6]],
  ['Vihaan Reddy', [8]],
  ['Ananya Das', [6, 5]],
  ['Reyansh Patel', [6]],
  ['Tara Joshi', [5]],
  ['Arjun Menon', [4], 'DIWALI10'],
  ['Sara Thomas', [1], 'DIWALI10'],
]

export type DemoShopper = {
  fullName: string
  email: string
  password: string
  phone: string
  player: { gameSlug: string; playerId: string; zoneId: string }
  packs: { slug: string; price: number }[]
  couponCode: string // used for every order; empty means none
  wallet: number // in paise: what they spend, and a little more
}

const REST = 250_00

export const DEMO_SHOPPERS = BOUGHT.map(
  ([fullName, packs, couponCode = ''], index): DemoShopper => {
    const bought = packs.map((number) => GAME.packs[number]!)
    return {
      fullName,
      email: `${fullName.split(' ')[0]!.toLowerCase()}@gemstall.test`,
      password: 'Shopper@123',
      phone: String(9_000_000_101 + index),
      player: { gameSlug: GAME.slug, playerId: String(412_345_601 + index), zoneId: '2001' },
      packs: bought.map(({ slug, sellingPrice }) => ({ slug, price: sellingPrice })),
      couponCode,
      wallet: bought.reduce((sum, { sellingPrice }) => sum + sellingPrice, REST),
    }
  },
)

export const DEMO_PRIZES = {
  firstPrize: 5_000_00,
  secondPrize: 2_500_00,
  thirdPrize: 1_000_00,
  topTenPrize: 250_00,
}
