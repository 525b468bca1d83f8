import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { FailedPage } from './failed-page.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { requireSession } from './require-session.ts'

const PLACES = [
  { to: paths.dashboard, label: 'Home' },
  { to: paths.accountDetails, label: 'Account details' },
]

export const clientLoader = requireSession

export const HydrateFallback = () => (
  <Frame>
    <PageSkeleton />
  </Frame>
)

export const ErrorBoundary = () => (
  <Frame>
    <FailedPage />
  </Frame>
)

export default function AccountLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </Frame>
    </QueryClientProvider>
  )
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <Header />
    <div className="mx-auto grid w-full max-w-page flex-1 content-start gap-6 px-4 py-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
      <nav aria-label="Dashboard" className="flex gap-1 overflow-x-auto lg:grid lg:content-start">
        {PLACES.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold whitespace-nowrap text-soft hover:bg-sunken aria-[current]:bg-lantern-soft aria-[current]:text-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <main id="content" tabIndex={-1} className="grid max-w-text content-start gap-6 outline-none">
        {children}
      </main>
    </div>
    <Footer />
    <BottomBar />
  </div>
)
