import { redirect, replace } from 'react-router'

/** Leads a visitor elsewhere. The address they typed is left out of the way back: it would lead here again. */
export function leadAway(request: Request, to: string): Response {
  const isThereAlready = new URL(request.url).pathname === window.location.pathname
  return isThereAlready ? replace(to) : redirect(to)
}
