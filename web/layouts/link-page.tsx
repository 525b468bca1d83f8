import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { ClientOnly } from '#web/ui/client-only.tsx'
import { Brand } from './frame/brand.tsx'
import { SkipLink } from './frame/skip-link.tsx'
import { ThemeButton } from './frame/theme-button.tsx'

/** Frame of a page that opens from a link in an email. The server sends the same page to everybody. */
export const LinkPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr]">
      <header className="mx-auto flex min-h-16 w-full max-w-page items-center justify-between gap-2 px-4">
        <SkipLink />
        <Brand />
        <ThemeButton />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-text content-start gap-6 px-4 py-8 outline-none lg:py-16"
      >
        <h1 className="text-3xl">{title}</h1>
        <ClientOnly>{children}</ClientOnly>
      </main>
    </div>
  </QueryClientProvider>
)
