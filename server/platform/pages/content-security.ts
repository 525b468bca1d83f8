import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Allows the few inline scripts of a page by their hashes. A nonce would not be secret, because a page is rendered once
 * and sent to everybody.
 */
export function contentSecurityPolicy(html: string): string {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map(([, text]) => text!)
  const hashes = scripts.map((text) => createHash('sha256').update(text).digest('base64'))
  return [
    "default-src 'none'",
    "object-src 'none'",
    `script-src 'self' ${hashes.map((hash) => `'sha256-${hash}'`).join(' ')}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
