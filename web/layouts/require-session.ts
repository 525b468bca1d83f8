import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { isSignedIn } from '#web/state/session.ts'
import { leadAway } from './lead-away.ts'

/** A loader for pages of the signed-in: everybody else is asked to sign in, and comes back after. */
export function requireSession({ request }: { request: Request }) {
  if (isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  keepReturnPath(pathname + search)
  throw leadAway(request, paths.login)
}
