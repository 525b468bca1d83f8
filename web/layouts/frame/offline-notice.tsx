import { useIsOnline, useStayWhileOffline } from '#web/state/page/online.ts'
import { OfflineIcon } from '#web/ui/icons/icons.tsx'

/** The only offline message, shown above the page. Pages with their own offline text hide it. */
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
