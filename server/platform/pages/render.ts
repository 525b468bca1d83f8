import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as router from 'react-router'
import { LATER_SECONDS } from '#server/platform/http/explain.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import { contentSecurityPolicy } from './content-security.ts'

/** Calls the API as a visitor would, but without HTTP. */
export type VisitorCall = (endpoint: CalledEndpoint, input: unknown) => Promise<unknown>
type CalledEndpoint = { method: string; path: string; keepSeconds?: number }

type Rendered = {
  status: number
  headers: Record<string, string>
  body: Buffer
  lifeSeconds: number
}
export type Renderer = {
  render(path: string): Promise<Rendered>
  /** Returns the canonical spelling of a page's address, or null for an address that doesn't exist. */
  canonical(path: string): string | null
}

// Browsers may cache a page but must revalidate it each time, so that no outdated prices are shown.
const REVALIDATE = 'public, max-age=0, must-revalidate'

export async function openRenderer(
  buildFolder: string,
  call: VisitorCall,
  publicUrl: string,
): Promise<Renderer> {
  const url = pathToFileURL(join(buildFolder, 'server/index.js')).href
  return createRenderer((await import(url)) as router.ServerBuild, call, publicUrl)
}

/** A page depends only on its path. The browser handles the query. */
export function createRenderer(
  build: router.ServerBuild,
  call: VisitorCall,
  publicUrl: string,
): Renderer {
  const entry = build.entry.module as unknown as EntryModule
  const handle = entry.createRequestHandler(build, 'production')
  const routes = nest(build.routes)

  async function render(path: string): Promise<Rendered> {
    const context = new entry.RouterContextProvider()
    let failure: unknown
    let lifeSeconds = Number.POSITIVE_INFINITY // the shortest lifetime of the answers the page is made from
    context.set(entry.visitorCallContext, (...[endpoint, input]: Parameters<VisitorCall>) => {
      lifeSeconds = Math.min(lifeSeconds, endpoint.keepSeconds ?? lifeSeconds)
      return call(endpoint, input)
    })
    context.set(entry.failureContext, (error: unknown) => void (failure ??= error))
    const response = await handle(new Request(`${publicUrl}${path}`), context)
    if (failure && response.status >= 500) throw failure // it gets the error page, which is never cached
    const type = response.headers.get('content-type') ?? 'text/plain'
    const isHtml = type.startsWith('text/html')
    const page = await response.text()
    const location = response.headers.get('location')
    return {
      status: response.status,
      body: Buffer.from(page),
      lifeSeconds,
      headers: {
        ...SECURITY_HEADERS,
        'content-type': type,
        'cache-control': REVALIDATE,
        ...(location ? { location } : {}),
        ...(response.status === 503 ? { 'retry-after': String(LATER_SECONDS) } : {}),
        ...(isHtml ? { 'content-security-policy': contentSecurityPolicy(page) } : {}),
      },
    }
  }

  return {
    render,
    canonical(path) {
      const page = path.replace(DATA_SUFFIX, '') || '/'
      const matches = isReadable(page) ? (entry.matchRoutes(routes, page) ?? []) : []
      const last = matches.at(-1)
      if (!last || last.route.path === '*') return null
      const pattern = matches.flatMap(({ route }) => route.path ?? []).join('/')
      const known = entry.generatePath(`/${pattern.replace(SPLAT, '')}`, last.params)
      if (!DATA_SUFFIX.test(path)) return known
      return known === '/' ? '/_.data' : `${known}.data`
    },
  }
}

function isReadable(path: string): boolean {
  try {
    return Boolean(decodeURI(path))
  } catch {
    return false
  }
}

const SPLAT = /\/?\*\??$/ // the browser handles the rest of the path, like the query
const DATA_SUFFIX = /(\/_)?\.data$/ // requested by the browser when it changes pages without a reload

/** The build lists its routes flat, each with its parent's id. */
function nest(manifest: router.ServerBuild['routes'], parentId?: string): router.RouteObject[] {
  const children = Object.values(manifest).filter((route) => route && route.parentId === parentId)
  return children.map((route) => {
    const { id, path, index, caseSensitive } = route!
    const common = { id, ...(path ? { path } : {}), ...(caseSensitive ? { caseSensitive } : {}) }
    return index ? { ...common, index } : { ...common, children: nest(manifest, id) }
  })
}

type EntryModule = Pick<
  typeof router,
  'createRequestHandler' | 'generatePath' | 'matchRoutes' | 'RouterContextProvider'
> &
  Record<
    'failureContext' | 'visitorCallContext',
    Parameters<router.RouterContextProvider['set']>[0]
  >
