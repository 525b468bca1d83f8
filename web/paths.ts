/** Every address inside the shop. A link is written with one of these, never by hand. */
export const paths = {
  home: '/',
  colors: '/color',
  login: '/login',
  signup: '/signup',
  loginOtp: '/login-otp',
  forgetPassword: '/forget-password',
  resetPassword: '/reset-password',
  verify: (sent: { phone: string; token: string } | { email: string; token: string }) =>
    `/verify?${new URLSearchParams(sent)}`,
  dashboard: '/dashboard/home',
  accountDetails: '/dashboard/account-details',
  purchase: '/purchase',
  admin: '/admin/home',
  adminUsers: '/admin/user',
} as const
