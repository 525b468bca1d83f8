import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, type ComponentType, type ReactNode } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { PageSkeleton } from '#web/ui/status/skeleton.tsx'
import { FailedPage } from '#web/layouts/failures/failed-page.tsx'

type Props = { Frame: ComponentType<{ children: ReactNode }> }

/** These components keep a layout's frame in place while its page loads and when it fails. */
export const LoadingInFrame = ({ Frame }: Props) => (
  <Frame>
    <PageSkeleton />
  </Frame>
)

export const FailureInFrame = ({ Frame }: Props) => (
  <Frame>
    <FailedPage />
  </Frame>
)

export const PageInFrame = ({ Frame, children }: Props & { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <Frame>
      <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    </Frame>
  </QueryClientProvider>
)
