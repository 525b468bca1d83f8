import { useIsOnline, useStayWhileOffline } from '#web/state/online.ts'
import { OfflineIcon } from '#web/ui/icons.tsx'

/** The one message about a dead network, in a strip of its own above the page. A page that tells it itself hides it. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  useStayWhileOffline()
  return (
    <output className="sticky top-0 z-50 block print:hidden">
      {!isOnline && (
        <span className="offline-strip flex h-(--offline-strip) items-center justify-center gap-2.5 overflow-hidden bg-ink px-4 text-sm font-semibold text-ground">
          <OfflineIcon /> You are offline. Nothing is lost.
        </span>
      )}
    </output>
  )
}
