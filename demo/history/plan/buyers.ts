import type { Currency } from '#contract/core/money.ts'
import { toSlug } from '#demo/catalogue/game.ts'

export type Buyer = {
  fullName: string
  email: string
  phone: string | null
  role: 'user' | 'reseller'
  joinedDaysAgo: number
  /** How often they order, compared with others. */
  keenness: number
  /** About what they can spend on a pack, in rupees. */
  purse: number
  /** Slugs of their games, the favourite first. */
  games: readonly string[]
  /** Share of orders that they pay by UPI. The rest is paid from the wallet. */
  upi: number
  currency: Currency
  /** Their account is a demo account, which exists already. Its wallet must be empty in the end. */
  isDemoAccount: boolean
}

type Row = readonly [
  fullName: string,
  joinedDaysAgo: number,
  keenness: number,
  purse: number,
  upi: number,
  games: string,
]

const CUSTOMERS: Row[] = [
  ['Aarav Sharma', 93, 3, 1_500, 0.3, 'runeward-legends starwoven-tales'],
  ['Diya Nair', 92, 2.4, 1_800, 0.5, 'starwoven-tales lotus-oath tidesong-saga'],
  ['Kabir Singh', 92, 2.6, 1_100, 0.2, 'dropline-zero emberfall-arena sandfire-royale'],
  ['Meera Iyer', 91, 1.8, 700, 0.6, 'tiny-orchard starwoven-tales lantern-ludo'],
  ['Ishaan Gupta', 87, 2.2, 900, 0.4, 'goalstorm-eleven sixer-street runeward-legends'],
  ['Zoya Khan', 86, 1.9, 1_300, 0.3, 'moonveil-rivals velvet-arcana midnight-gambit'],
  ['Vihaan Reddy', 84, 2.1, 650, 0.7, 'dropline-zero skyhold-clash mudhorn-rally'],
  ['Ananya Das', 82, 1.5, 500, 0.8, 'tiny-orchard lotus-oath lantern-ludo'],
  ['Reyansh Patel', 79, 2, 1_200, 0.3, 'neon-apex goalstorm-eleven blockhaven'],
  ['Tara Joshi', 75, 1.4, 450, 0.6, 'lotus-oath tidesong-saga'],
  ['Arjun Menon', 72, 1.8, 800, 0.5, 'skyhold-clash runeward-legends clockwork-seraph'],
  ['Sara Thomas', 70, 1.1, 350, 0.9, 'lantern-ludo tiny-orchard dragon-dice-saga'],
  ['Nikhil Verma', 66, 2.3, 1_000, 0.3, 'emberfall-arena runeward-legends dropline-zero'],
  ['Ritika Bose', 61, 1.7, 900, 0.4, 'starwoven-tales moonveil-rivals'],
  ['Farhan Ali', 57, 1.9, 750, 0.5, 'sandfire-royale dropline-zero'],
  ['Lavanya Rao', 52, 1.3, 600, 0.7, 'orbit-colony blockhaven tiny-orchard'],
  ['Aditya Kulkarni', 47, 2.2, 1_600, 0.2, 'runeward-legends goalstorm-eleven neon-apex'],
  ['Sneha Pillai', 41, 1.5, 550, 0.6, 'velvet-arcana dragon-dice-saga lotus-oath'],
  ['Rahul Chauhan', 35, 1.8, 700, 0.5, 'mudhorn-rally neon-apex sixer-street'],
  ['Jasleen Kaur', 28, 1.6, 850, 0.4, 'moonveil-rivals starwoven-tales'],
  ['Imran Sheikh', 21, 1.7, 500, 0.8, 'dropline-zero skyhold-clash'],
  ['Pooja Kamath', 13, 1.4, 650, 0.7, 'runeward-legends tidesong-saga'],
]

/** Customers abroad, who pay in dollars. The shop credits their bank transfers by hand. */
const ABROAD: Row[] = [
  ['Daniel Fernandes', 68, 1.4, 1_200, 0, 'starwoven-tales orbit-colony'],
  ['Mei Tan', 50, 1.2, 900, 0, 'moonveil-rivals lotus-oath'],
]

const RESELLERS: Row[] = [
  ['Harish Gowda', 92, 6, 1_700, 0, 'runeward-legends dropline-zero starwoven-tales skyhold-clash'],
  ['Nazia Rahman', 63, 4, 1_300, 0, 'sandfire-royale emberfall-arena goalstorm-eleven'],
]

const PHONES_FROM = 9_000_000_101

const toBuyer = (
  [fullName, joinedDaysAgo, keenness, purse, upi, games]: Row,
  more: Pick<Buyer, 'role' | 'currency' | 'phone'>,
): Buyer => ({
  fullName,
  email: `${toSlug(fullName.split(' ')[0]!)}@gemstall.test`,
  joinedDaysAgo,
  keenness,
  purse,
  upi,
  games: games.split(' '),
  isDemoAccount: false,
  ...more,
})

const phoneOf = (index: number) => String(PHONES_FROM + index)

/** The demo account of a reseller. */
const ROHAN: Buyer = {
  ...toBuyer(
    ['Rohan Reseller', 93, 5, 1_500, 0, 'runeward-legends lotus-oath sandfire-royale neon-apex'],
    { role: 'reseller', currency: 'INR', phone: null },
  ),
  email: 'reseller@gemstall.test',
  isDemoAccount: true,
}

/** The demo account of a player. Her orders are told in priyas-orders.ts. */
export const PRIYA: Buyer = {
  ...toBuyer(['Priya Player', 86, 0, 500, 0, 'starwoven-tales runeward-legends'], {
    role: 'user',
    currency: 'INR',
    phone: null,
  }),
  email: 'player@gemstall.test',
  isDemoAccount: true,
}

export const BUYERS: readonly Buyer[] = [
  ...CUSTOMERS.map((row, index) =>
    toBuyer(row, { role: 'user', currency: 'INR', phone: phoneOf(index) }),
  ),
  ...ABROAD.map((row) => toBuyer(row, { role: 'user', currency: 'USD', phone: null })),
  ROHAN,
  ...RESELLERS.map((row, index) =>
    toBuyer(row, { role: 'reseller', currency: 'INR', phone: phoneOf(CUSTOMERS.length + index) }),
  ),
  PRIYA,
]
