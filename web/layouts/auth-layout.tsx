import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, type ClientLoaderFunctionArgs } from 'react-router'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { isSignedIn } from '#web/state/session.ts'
import { Brand } from './frame/brand.tsx'
import { redirectVisitor } from '#web/features/session/redirect-visitor.ts'
import { loadChosenPack } from '#web/features/pack/load-chosen-pack.ts'
import { NightScene } from '#web/features/pictures/night-scene.tsx'
import { ThemeButton } from './frame/theme-button.tsx'

/** The server renders these pages for everybody. The browser redirects people who are already signed in. */
export const loader = () => null

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (isSignedIn()) throw redirectVisitor(request, paths.home)
  return loadChosenPack()
}
clientLoader.hydrate = true as const

export default function AuthLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,44%)]">
        <div className="flex flex-col px-4 sm:px-8">
          <header className="flex min-h-16 items-center justify-between">
            <Brand />
            <ThemeButton />
          </header>
          <main className="mx-auto flex w-full max-w-form flex-1 flex-col pt-6 pb-8 sm:justify-center">
            <Outlet />
          </main>
        </div>
        <NightScene className="sticky top-0 hidden h-dvh w-full object-cover lg:block" />
      </div>
    </QueryClientProvider>
  )
}
