/** Public pages that describe themselves to search engines. */
export const PAGES = [
  '/',
  '/product/moonfall-arena',
  '/check-region',
  '/services',
  '/leaderboard',
  '/api-docs',
  '/privacy-policy',
  '/terms-and-conditions',
  '/refund-policy',
]
