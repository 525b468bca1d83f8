import { startGoogle } from '#contract/accounts/auth.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { usePageRestored } from '#web/ui/hooks/use-page-restored.ts'
import { GoogleIcon } from './google-icon.tsx'

/** Google sends people back to the login page, also those who began at the sign-up page. */
export function GoogleButton() {
  const start = useSend(startGoogle, { onDone: ({ url }) => window.location.assign(url) })
  usePageRestored(start.reset)
  return (
    <>
      <Button
        className="w-full"
        isBusy={start.isPending || start.isSuccess}
        busyLabel="Going to Google..."
        onClick={() => start.mutate({})}
      >
        <GoogleIcon /> Continue with Google
      </Button>
      <p className="flex items-center gap-4 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or use your email
      </p>
    </>
  )
}
