import type { Role } from '#contract/core/endpoint.ts'

export type DemoAccount = {
  fullName: string
  email: string
  password: string
  phone: string
  isPhoneVerified: boolean
  role: Role
  players?: { gameSlug: string; playerId: string; zoneId: string }[]
  wallet?: { rupees: number; dollars: number } // in minor units
}

/** The accounts of the demo shop. The first is its administrator, who gives the others their roles. */
export const DEMO_ACCOUNTS: DemoAccount[] = [
  {
    fullName: 'Amrita Admin',
    email: 'admin@gemstall.test',
    password: 'Admin@123',
    phone: '9000000003',
    isPhoneVerified: false,
    role: 'admin',
  },
  {
    fullName: 'Rohan Reseller',
    email: 'reseller@gemstall.test',
    password: 'Reseller@123',
    phone: '9000000002',
    isPhoneVerified: false,
    role: 'reseller',
  },
  {
    fullName: 'Priya Player',
    email: 'player@gemstall.test',
    password: 'Player@123',
    phone: '9000000001',
    isPhoneVerified: true,
    role: 'user',
    players: [
      { gameSlug: 'starwoven-tales', playerId: '812345678', zoneId: 'os_asia' },
      { gameSlug: 'runeward-legends', playerId: '123456789', zoneId: '2001' },
    ],
    wallet: { rupees: 5_000_00, dollars: 50_0000 },
  },
]
