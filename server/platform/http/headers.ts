/** On every reply, whatever it carries. */
export const SECURITY_HEADERS = {
  // Pages have one of their own; whatever else is opened by itself runs nothing and is framed by nobody.
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

/** Replies of the API are data, and nobody keeps them. */
export const API_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' } as const
