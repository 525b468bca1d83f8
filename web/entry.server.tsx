import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { failureContext } from '#web/api/visitor.ts'

// Exported so that the server uses the same copy of the router as the built pages.
export {
  createRequestHandler,
  generatePath,
  matchRoutes,
  RouterContextProvider,
} from 'react-router'
export { failureContext, visitorCallContext } from '#web/api/visitor.ts'

/** Renders the whole page before sending anything, because the server caches complete pages. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(prelude, { status, headers })
}

/** Hands the error to the server, which logs it. */
export const handleError: HandleErrorFunction = (error, { context }) =>
  context.get(failureContext)(error)
