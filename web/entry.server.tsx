import { prerender } from 'react-dom/static'
import { ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
import { failureContext } from '#web/api/visitor.ts'

// The server renders with the copy of the router that the pages are made with.
export {
  createRequestHandler,
  generatePath,
  matchRoutes,
  RouterContextProvider,
} from 'react-router'
export { failureContext, visitorCallContext } from '#web/api/visitor.ts'

/** Pages are kept and sent whole, so a page is rendered to its end before anything leaves. */
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

/** It is the server's to log. */
export const handleError: HandleErrorFunction = (error, { context }) =>
  context.get(failureContext)(error)
