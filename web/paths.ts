import type { Currency } from '#contract/core/money.ts'
type Bought = {
  gameId: { gameSlug: string }
  itemId: { itemSlug: string }
  gameDetailId: { _id: string }
}

/** Every address inside the shop. Links use these instead of hand-written paths. */
export const paths = {
  home: '/',
  allGames: '/#all-games',
  category: (slug: string) => `/#${slug}`,
  product: (gameSlug: string) => `/product/${gameSlug}`,
  region: '/check-region',
  services: '/services',
  leaderboard: '/leaderboard',
  apiDocs: '/api-docs',
  privacy: '/privacy-policy',
  terms: '/terms-and-conditions',
  refunds: '/refund-policy',
  colors: '/color',
  login: '/login',
  signup: '/signup',
  loginOtp: '/login-otp',
  forgetPassword: '/forget-password',
  resetPassword: '/reset-password',
  guestOrders: '/guest/orders',
  verify: (sent: { phone: string; token: string } | { email: string; token: string }) =>
    `/verify?${new URLSearchParams(sent)}`,
  dashboard: '/dashboard/home',
  wallet: '/dashboard/wallet',
  statement: (input: { currency?: Currency } = {}) =>
    `/dashboard/wallet/statement${input.currency ? `?currency=${input.currency}` : ''}`,
  accountDetails: '/dashboard/account-details',
  query: '/dashboard/query',
  apiService: '/dashboard/api-service',
  queryAbout: (invoiceId: string) =>
    `/dashboard/query?${new URLSearchParams({ orderId: invoiceId })}`,
  orders: '/dashboard/orders',
  order: (id: string) => `/dashboard/orders/${id}`,
  ordersWith: (id: string) => `/dashboard/orders?${new URLSearchParams({ order: id })}`,
  openOrders: '/dashboard/orders?status=pending',
  invoice: (orderId: string) => `/dashboard/orders/${orderId}/invoice`,
  addMoney: (amount: string, currency: Currency) =>
    `/dashboard/wallet?${new URLSearchParams({ amount, ...(currency !== 'INR' && { currency }) })}`,
  /** Buys a pack on the page of its game. */
  buyHere: (gameSlug: string, chosen: { pack: string; player?: string }) =>
    `/product/${gameSlug}/buy?${new URLSearchParams(chosen)}`,
  purchase: '/purchase',
  payFor: (gameSlug: string, itemSlug = '') =>
    itemSlug ? `/pay-for/${gameSlug}/${itemSlug}` : `/pay-for/${gameSlug}`,
  purchaseOf: (chosen: { gameSlug: string; itemSlug: string; payLink?: string }) =>
    `/purchase?${new URLSearchParams(chosen)}`,
  review: (chosen: {
    gameSlug: string
    itemSlug: string
    gameDetailId: string
    couponCode?: string
    payLink?: string
  }) => `/purchase/review?${new URLSearchParams(chosen)}`,
  /** Buys the same pack for the same player again. */
  buyAgain: ({ gameId, itemId, gameDetailId }: Bought) =>
    `/purchase/review?${new URLSearchParams({
      gameSlug: gameId.gameSlug,
      itemSlug: itemId.itemSlug,
      gameDetailId: gameDetailId._id,
    })}`,
  /** Repeats an unpaid order, including its coupon. */
  orderAgain: (order: Bought & { couponId: { couponCode: string } | null }): string =>
    order.couponId
      ? `${paths.buyAgain(order)}&${new URLSearchParams({ couponCode: order.couponId.couponCode })}`
      : paths.buyAgain(order),
  paid: (orderId: string) => `/purchase/status?${new URLSearchParams({ status: 'true', orderId })}`,
  unpaid: '/purchase/status?status=false',
  office: '/admin', // redirects to the first screen that the person may open
  admin: '/admin/home',
  adminWaiting: '/admin/waiting',
  adminSources: '/admin/sources',
  adminGames: '/admin/games',
  adminNewGame: '/admin/games/add',
  adminGame: (slug: string) => `/admin/games/${slug}`,
  adminItems: (slug: string) => `/admin/games/${slug}/items`,
  adminPriceRule: (slug: string) =>
    `/admin/sources?${new URLSearchParams({ tab: 'prices', rule: slug })}`,
  adminCategories: '/admin/category',
  adminOrders: '/admin/order',
  adminOrdersBy: (sought: { searchIndex: 'invoiceId' | 'email'; search: string }) =>
    `/admin/order?${new URLSearchParams(sought)}`,
  adminOrder: (id: string) => `/admin/order/${id}`,
  adminTransactions: '/admin/transaction',
  adminTransactionsBy: (UTR: string) =>
    `/admin/transaction?${new URLSearchParams({ searchIndex: 'UTR', search: UTR })}`,
  adminTransactionsOf: (email: string) =>
    `/admin/transaction?${new URLSearchParams({ searchIndex: 'email', search: email })}`,
  adminTasks: '/admin/task',
  adminTask: (id: string) => `/admin/task/${id}`,
  adminImport: (slug: string) => `/admin/games/${slug}/import`,
  adminUsers: '/admin/user',
  adminUser: (id: string, tab?: string) =>
    `/admin/user/${id}${tab ? `?${new URLSearchParams({ tab })}` : ''}`,
  adminUserAdjusting: (id: string) => `/admin/user/${id}?do=adjust`,
  adminCoupons: '/admin/coupon',
  adminCouponsBy: (search: string) => `/admin/coupon?${new URLSearchParams({ search })}`,
  adminServices: '/admin/service',
  adminLinks: '/admin/goto-link',
  adminGallery: '/admin/gallery',
  adminIssues: '/admin/issue',
  adminBanners: '/admin/banner',
  adminNotifications: '/admin/notification',
  adminAccounting: '/admin/accounting',
  adminAdjustments: '/admin/adjustments',
  adminRecovery: '/admin/recovery',
  adminReview: '/admin/review',
  adminRisk: '/admin/risk',
  adminDisputes: '/admin/disputes',
  adminDispute: (id: string) => `/admin/disputes/${id}`,
  adminAudit: '/admin/audit',
  adminAuditOf: (subject: string) =>
    `/admin/audit?${new URLSearchParams({ searchIndex: 'subject', search: subject })}`,
  paymentGateway: '/admin/payment-gateway',
  adminPaymentsBy: (reference: string) =>
    `/admin/payment-gateway?${new URLSearchParams({ tab: 'payments', searchIndex: 'reference', search: reference })}`,
  adminRate: '/admin/currency',
  adminPrizes: '/admin/prize',
  adminSettings: '/admin/settings',
  adminSecurity: '/admin/security',
} as const
