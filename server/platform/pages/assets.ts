import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import { createEntry, type Entry } from '#server/platform/http/entry.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const HASHED = '/assets/' // their names change with their content
const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/** Also governs the service worker, which answers while the shop is away. It may send requests only to the shop. */
const POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

export type Assets = { find(path: string): Promise<Entry> | undefined }

/** Finds built files by address. Each is read at the first request for it. */
export function openAssets(folder: string): Assets {
  const known = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && TYPES[extname(file.name)])
      .map((file) => `${file.parentPath.slice(folder.length)}/${file.name}`),
  )
  const entries = new Map<string, Promise<Entry>>()

  const has = (path: string) => existsSync(join(folder, path))

  function load(path: string): Promise<Entry> {
    const headers = {
      ...SECURITY_HEADERS,
      'content-security-policy': POLICY,
      'content-type': TYPES[extname(path)],
      'cache-control': path.startsWith(HASHED) ? YEAR : HOUR,
    }
    return createEntry({
      status: 200,
      headers,
      body: readFileSync(join(folder, path)),
      // The build writes these, at the best compression, next to files that are worth compressing.
      ...(has(`${path}.br`) ? { br: readFileSync(join(folder, `${path}.br`)) } : {}),
      ...(has(`${path}.gz`) ? { gzip: readFileSync(join(folder, `${path}.gz`)) } : {}),
    })
  }

  return {
    find(path) {
      if (!known.has(path)) return undefined
      const entry = entries.get(path) ?? load(path)
      entries.set(path, entry)
      return entry
    },
  }
}
