import { createContext, type RouterContextProvider } from 'react-router'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'

type VisitorCall = (method: string, path: string, input: unknown) => Promise<unknown>

/** Set by the server before it makes a page. */
export const visitorCallContext = createContext<VisitorCall>()

/** In a loader: what the page shows to everybody, straight from the API. */
export const loadForAll = <E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: Input<E>,
) => context.get(visitorCallContext)(endpoint.method, endpoint.path, input) as Promise<Output<E>>
