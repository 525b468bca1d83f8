import { lazy, Suspense } from 'react'

const Confirmation = lazy(async () => ({
  default: (await import('./confirmation.tsx')).Confirmation,
}))

/** Asks for the password when a call on the page needs it. Loaded after the page. */
export const LazyConfirmation = () => (
  <Suspense>
    <Confirmation />
  </Suspense>
)
