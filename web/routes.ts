import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every screen of the shop. */
export default [
  layout('layouts/shop-layout.tsx', [
    index('storefront/home-page.tsx'),
    route('product/:slug', 'storefront/product-page.tsx'),
    route('check-region', 'info/check-region-page.tsx'),
    route('services', 'info/services-page.tsx'),
    route('leaderboard', 'leaderboard/leaderboard-page.tsx'),
    route('privacy-policy', 'info/privacy-policy-page.tsx'),
    route('terms-and-conditions', 'info/terms-page.tsx'),
    route('refund-policy', 'info/refund-policy-page.tsx'),
    route('color', 'info/color-page.tsx'),
    route('*', 'info/not-found-page.tsx'),
  ]),
  route('offline', 'info/offline-page.tsx'),
  route('sitemap.xml', 'info/sitemap.ts'),
  route('robots.txt', 'info/robots.ts'),
  route('manifest.webmanifest', 'info/manifest.ts'),

  layout('layouts/auth-layout.tsx', [
    route('login', 'auth/login-page.tsx'),
    route('signup', 'auth/signup-page.tsx'),
    route('login-otp', 'auth/login-otp-page.tsx'),
    route('forget-password', 'auth/forget-password-page.tsx'),
    route('reset-password', 'auth/reset-password-page.tsx'),
    route('verify', 'auth/verify-page.tsx'),
  ]),

  route('dashboard', 'layouts/account-layout.tsx', [
    index('account/dashboard-index.ts'),
    route('home', 'account/home-page.tsx'),
    route('orders', 'account/orders-page.tsx'),
    route('wallet', 'account/wallet-page.tsx'),
    route('wallet/statement', 'account/statement-page.tsx'),
    route('wallet/add/:reference', 'account/top-up-page.tsx'),
    route('account-details', 'account/account-details-page.tsx'),
    route('query', 'account/query-page.tsx'),
    route('orders/:id', 'account/order-page.tsx'),
    route('orders/:id/invoice', 'account/invoice-page.tsx'),
  ]),

  route('purchase', 'layouts/checkout-layout.tsx', [
    index('checkout/player-page.tsx'),
    route('review', 'checkout/review-page.tsx'),
    route('status', 'checkout/status-page.tsx'),
  ]),

  route('admin', 'layouts/admin-layout.tsx', [
    route('home', 'admin/home-page.tsx'),
    route('waiting', 'admin/waiting-page.tsx'),
    route('sources', 'admin/sources-page.tsx'),
    route('user', 'admin/users-page.tsx'),
    route('payment-gateway', 'admin/payment-gateway-page.tsx'),
    route('*?', 'admin/admin-index.ts'),
  ]),
] satisfies RouteConfig
