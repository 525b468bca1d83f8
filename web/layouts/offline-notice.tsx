import { useIsOnline, useStayWhileOffline } from '#web/state/online.ts'
import { OfflineIcon } from '#web/ui/icons.tsx'

/** Said for as long as it is so, above the thumb's bar, and in nobody's way. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  useStayWhileOffline()
  return (
    <output className="pointer-events-none fixed inset-x-4 bottom-18 z-50 grid justify-items-center md:bottom-5">
      {!isOnline && (
        <span className="inline-flex items-center gap-2.5 rounded-full bg-ink px-5 py-2.5 text-sm font-semibold text-ground shadow-high">
          <OfflineIcon /> You are offline. Nothing is lost.
        </span>
      )}
    </output>
  )
}
