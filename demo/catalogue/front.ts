import type { GatewayName, OfferedMethods } from '#contract/money/gateways.ts'

/** Texts on the shop's front page besides its games. */
export type DemoBanner = {
  gameSlug: string
  slug: string
  title: string
  summary: string
  description: string
}

export const DEMO_BANNERS: DemoBanner[] = [
  {
    gameSlug: 'runeward-legends',
    slug: 'runes-for-less',
    title: 'Diamonds for less this week',
    summary: 'Runeward Legends diamonds, 10% off the list price and delivered within a minute.',
    description: 'The price you see is the price you pay, from the smallest pack to the largest.',
  },
  {
    gameSlug: 'starwoven-tales',
    slug: 'a-new-constellation',
    title: 'A new constellation rises',
    summary: 'Star Shards for the season of Starwoven Tales, on all four servers.',
    description: 'Choose your server, check your player’s name and top up.',
  },
  {
    gameSlug: 'lotus-oath',
    slug: 'lantern-festival',
    title: 'Lantern festival at Lotus Oath',
    summary: 'The festival bundle is back for a short time. Only sixty are left.',
    description: 'Jade Petals, a lantern for your courtyard and the robe of the ninth school.',
  },
]

export const DEMO_SETTINGS = {
  supportUrl: 'https://example.com/chat',
  supportEmail: 'help@gemstall.test',
  socialLinks: {
    instagram: 'https://example.com/instagram/gemstall',
    facebook: 'https://example.com/facebook/gemstall',
    youtube: 'https://example.com/youtube/gemstall',
    x: 'https://example.com/x/gemstall',
    telegram: 'https://example.com/telegram/gemstall',
    discord: 'https://example.com/discord/gemstall',
  },
  legal: {
    businessName: 'Gemstall Demo Traders',
    address: '12 Lantern Lane, Night Market, Bengaluru 560001, India',
    email: 'legal@gemstall.test',
    taxId: '29AAAAA0000A1ZY',
  },
  tax: { name: 'GST', percent: 18, sac: '998439' },
}

export const DEMO_GATEWAY = 'razorpay'
export const DEMO_FOREIGN: GatewayName[] = ['stripe', 'paypal', 'btcpay']
export const DEMO_UPI_CODES: GatewayName[] = ['cashfree'] // once the owner chooses it
export const DEMO_OFFERED: OfferedMethods = {
  [DEMO_GATEWAY]: ['card', 'netbanking'],
}

/** Dollars per rupee. */
export const DEMO_RATE = 0.012

export const DEMO_ANNOUNCEMENT = {
  title: 'We’re open around the clock',
  message: 'Top-ups are delivered day and night. Support is available from 9 am to midnight.',
  link: '/services',
}
