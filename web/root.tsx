import type { ReactNode } from 'react'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  type LinksFunction,
  type ShouldRevalidateFunction,
} from 'react-router'
import { ErrorScreen } from '#web/layouts/failures/error-screen.tsx'
import { OfflineNotice } from '#web/layouts/frame/offline-notice.tsx'
import { loadShopFacts } from '#web/features/shop-facts/load-shop-facts.ts'
import { useShopFacts } from '#web/features/shop-facts/use-shop-facts.ts'
import { Toasts } from '#web/layouts/frame/toasts.tsx'
import { LOAD_AFTER_PAINT, SCRIPTS_ID } from '#web/state/page/after-paint.ts'
import { BEFORE_PAINT } from '#web/state/page/before-paint.ts'
import { RECORD_EARLY_INPUT, useEarlyInput } from '#web/state/page/early-input.ts'
import { useOfflineWorker } from '#web/state/page/offline-worker.ts'
import { useOtherTabs } from '#web/state/page/other-tabs.ts'
import displayFont from '#web/ui/fonts/bricolage-grotesque-latin.woff2?url'
import displayRupee from '#web/ui/fonts/bricolage-grotesque-rupee.woff2?url'
import textFont from '#web/ui/fonts/figtree-latin.woff2?url'
import textRupee from '#web/ui/fonts/figtree-rupee.woff2?url'
import theme from '#web/ui/theme.css?url'

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: theme },
  { ...font, href: displayFont },
  { ...font, href: textFont },
  { ...font, href: displayRupee },
  { ...font, href: textRupee },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/touch.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export const loader = loadShopFacts
/** Pages don't wait for the shop's name and news. Only a reload in place, as after saving Settings, asks for them. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.href === nextUrl.href

export function Layout({ children }: { children: ReactNode }) {
  const { news, currencies } = useShopFacts() ?? {}
  const hasScripts = !useMatches().some(({ handle }) => isScriptless(handle))
  return (
    // The script below sets attributes on this element before React hydrates it.
    <html
      lang="en"
      data-news={news?._id}
      data-currencies={currencies?.map(({ code }) => code).join(' ')}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#faf6ee" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#14101f" media="(prefers-color-scheme: dark)" />
        {/* eslint-disable-next-line react/no-danger -- our own constants; their hash is in the policy */}
        <script dangerouslySetInnerHTML={{ __html: BEFORE_PAINT + RECORD_EARLY_INPUT }} />
        <Meta />
        <Links />
      </head>
      <body>
        <p className="for-scriptless bg-lantern-soft px-4 py-3 text-center text-sm font-medium">
          You can look around without JavaScript. To sign in and to buy, please turn it on.
        </p>
        {children}
        {hasScripts && (
          <>
            <ScrollRestoration />
            <LateScripts />
          </>
        )}
      </body>
    </html>
  )
}

/**
 * Holds the router's scripts back until the first paint. React doesn't hydrate a noscript element. The template inside
 * keeps browsers without JavaScript from loading the scripts.
 */
function LateScripts() {
  if (import.meta.env.DEV) return <Scripts /> // Vite's hot reloading must run before everything else
  return (
    <>
      <noscript id={SCRIPTS_ID}>
        <template>
          <Scripts />
        </template>
      </noscript>
      {/* eslint-disable-next-line react/no-danger -- our own constant; its hash is in the policy */}
      <script dangerouslySetInnerHTML={{ __html: LOAD_AFTER_PAINT }} />
    </>
  )
}

/** True for routes whose `handle` contains `hasNoScripts`. */
const isScriptless = (handle: unknown): boolean =>
  typeof handle === 'object' && handle !== null && 'hasNoScripts' in handle

export default function App() {
  useEarlyInput()
  useOtherTabs()
  useOfflineWorker()
  return (
    <>
      <OfflineNotice />
      <Outlet />
      <Toasts />
    </>
  )
}

export { ErrorScreen as ErrorBoundary }
