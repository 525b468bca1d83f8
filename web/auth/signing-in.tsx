import { Gem } from '#web/ui/gem.tsx'
import { Spinner } from '#web/ui/status/spinner.tsx'

/** Shown between Google's answer and the shop, while the visitor only has to wait. */
export const SigningIn = () => (
  <div className="grid justify-items-center gap-4 text-center">
    <Gem className="size-14" />
    <h2 className="text-3xl">Signing you in…</h2>
    <output className="inline-flex items-center gap-2 text-soft">
      <Spinner /> Your Google account is being checked.
    </output>
  </div>
)
