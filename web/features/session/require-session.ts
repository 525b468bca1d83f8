import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { isSignedIn } from '#web/state/session.ts'
import { redirectVisitor } from './redirect-visitor.ts'

/** Loader for pages that need a session. Visitors sign in first and then return. */
export function requireSession({ request }: { request: Request }) {
  if (isSignedIn()) return null
  const { pathname, search } = new URL(request.url)
  keepReturnPath(pathname + search)
  throw redirectVisitor(request, paths.login)
}
