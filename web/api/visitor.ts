import { createContext, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'

type VisitorCall = (endpoint: Endpoint, input: unknown) => Promise<unknown>
type PageContext = Readonly<RouterContextProvider>

/** Set by the server before it renders a page. */
export const visitorCallContext = createContext<VisitorCall>()

/** Receives the error when a page fails to render. */
export const failureContext = createContext<(error: unknown) => void>()

/** Calls the API in-process from a loader, as a visitor. */
export async function loadForAll<E extends Endpoint>(
  context: PageContext,
  endpoint: E,
  input: Input<E>,
): Promise<Output<E>> {
  const answer = await context.get(visitorCallContext)(endpoint, input)
  return z.decode(endpoint.output, answer as never) as Output<E>
}

/** Like `loadForAll`, but returns null if nothing is found. */
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
