import { redirect, replace } from 'react-router'

/** Redirects a visitor. A page opened directly is replaced in the history, because going back would redirect again. */
export function redirectVisitor(request: Request, to: string): Response {
  const isThereAlready = new URL(request.url).pathname === window.location.pathname
  return isThereAlready ? replace(to) : redirect(to)
}
