import { createContext, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'

type VisitorCall = (endpoint: Endpoint, input: unknown) => Promise<unknown>
type PageContext = Readonly<RouterContextProvider>

/** Set by the server before it makes a page. */
export const visitorCallContext = createContext<VisitorCall>()

/** Told why a page could not be made. */
export const failureContext = createContext<(error: unknown) => void>()

/** In a loader: what the page shows to everybody, straight from the API. */
export async function loadForAll<E extends Endpoint>(
  context: PageContext,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const answer = await context.get(visitorCallContext)(endpoint, input)
  return z.decode(endpoint.output, answer as never) as Output<E>
}

/** The same for what may not be there; null then. */
export async function findForAll<E extends Endpoint>(
  context: PageContext,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E> | null> {
  try {
    return await loadForAll(context, endpoint, input)
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return null
    throw error
  }
}
