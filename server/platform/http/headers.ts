/** Sent with every reply. */
export const SECURITY_HEADERS = {
  // Pages have their own policy. Other replies, when opened directly, run no scripts and cannot be framed.
  'content-security-policy':
    "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** By default, browsers and proxies must not store replies of the API. */
export const API_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' } as const
