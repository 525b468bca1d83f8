import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type LinksFunction } from 'react-router'
import { ErrorScreen } from '#web/layouts/error-screen.tsx'
import { OfflineNotice } from '#web/layouts/offline-notice.tsx'
import { Toasts } from '#web/layouts/toasts.tsx'
import { BEFORE_PAINT } from '#web/state/before-paint.ts'
import { useOtherTabs } from '#web/state/other-tabs.ts'
import displayFont from '#web/ui/fonts/bricolage-grotesque-latin.woff2?url'
import textFont from '#web/ui/fonts/figtree-latin.woff2?url'
import theme from '#web/ui/theme.css?url'

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: theme },
  { ...font, href: displayFont },
  { ...font, href: textFont },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    // The script below writes on this element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* eslint-disable-next-line react/no-danger -- our own constant; its hash is in the policy */}
        <script dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }} />
        <Meta />
        <Links />
      </head>
      <body>
        <p className="for-scriptless bg-lantern-soft px-4 py-3 text-center text-sm font-medium">
          You can look around without JavaScript. To sign in and to buy, please turn it on.
        </p>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  useOtherTabs()
  return (
    <>
      <Outlet />
      <Toasts />
      <OfflineNotice />
    </>
  )
}

export { ErrorScreen as ErrorBoundary }
