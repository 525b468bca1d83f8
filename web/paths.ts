/** Every address inside the shop. A link is written with one of these, never by hand. */
export const paths = {
  home: '/',
  allGames: '/#all-games',
  category: (slug: string) => `/#${slug}`,
  product: (gameSlug: string) => `/product/${gameSlug}`,
  region: '/check-region',
  services: '/services',
  leaderboard: '/leaderboard',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  refunds: '/refund-policy',
  colors: '/color',
  login: '/login',
  signup: '/signup',
  loginOtp: '/login-otp',
  forgetPassword: '/forget-password',
  resetPassword: '/reset-password',
  verify: (sent: { phone: string; token: string } | { email: string; token: string }) =>
    `/verify?${new URLSearchParams(sent)}`,
  dashboard: '/dashboard/home',
  wallet: '/dashboard/wallet',
  statement: (wish: { currency?: 'INR' | 'USD' } = {}) =>
    `/dashboard/wallet/statement${wish.currency ? `?currency=${wish.currency}` : ''}`,
  accountDetails: '/dashboard/account-details',
  query: '/dashboard/query',
  queryAbout: (invoiceId: string) =>
    `/dashboard/query?${new URLSearchParams({ orderId: invoiceId })}`,
  orders: '/dashboard/orders',
  order: (id: string) => `/dashboard/orders/${id}`,
  openOrders: '/dashboard/orders?status=pending',
  invoice: (orderId: string) => `/dashboard/orders/${orderId}/invoice`,
  addMoney: (rupees: string) => `/dashboard/wallet?${new URLSearchParams({ amount: rupees })}`,
  purchase: '/purchase',
  purchaseOf: (chosen: { gameSlug: string; itemSlug: string }) =>
    `/purchase?${new URLSearchParams(chosen)}`,
  review: (chosen: { gameSlug: string; itemSlug: string; gameDetailId: string }) =>
    `/purchase/review?${new URLSearchParams(chosen)}`,
  paid: (orderId: string) => `/purchase/status?${new URLSearchParams({ status: 'true', orderId })}`,
  unpaid: '/purchase/status?status=false',
  admin: '/admin/home',
  adminUsers: '/admin/user',
  paymentGateway: '/admin/payment-gateway',
} as const
