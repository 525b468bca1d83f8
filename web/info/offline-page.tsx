import { NO_INDEX, titled } from '#web/features/shop-facts/head.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Gem } from '#web/ui/gem.tsx'

export const meta = titled('You are offline', NO_INDEX)

/** The page is shown without a network, so only the script stored with it can load. */
export const handle = { hasNoScripts: true }

/** Browsers store this page for use without a network. It needs only the style sheet and that script. */
export default function OfflinePage() {
  return (
    <>
      <script src="/offline-page.js" async />
      <main className="mx-auto grid min-h-dvh max-w-form content-center justify-items-center gap-4 p-6 text-center">
        <Gem className="size-14 opacity-70" />
        <h1 className="text-2xl">You are offline</h1>
        <p className="text-soft">
          This page loads by itself when the network is back. Your orders and your wallet are safe.
        </p>
        <a href="?" className={buttonLook('primary')}>
          Try again
        </a>
      </main>
    </>
  )
}
