import { ErrorNotice } from './error-notice.tsx'

/** Shown when not even a layout can render, so it uses none. */
export const ErrorScreen = () => (
  <main className="mx-auto grid min-h-dvh max-w-form content-center p-6">
    <ErrorNotice onRetry={() => window.location.reload()} />
  </main>
)
