import { ErrorNotice } from './error-notice.tsx'

/** When nothing of a page can be shown. It depends on nothing that may be broken. */
export const ErrorScreen = () => (
  <main className="mx-auto grid min-h-dvh max-w-form content-center p-6">
    <ErrorNotice onRetry={() => window.location.reload()} />
  </main>
)
