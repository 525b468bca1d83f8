import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

// A dead network is an answer like any other: who waits for it to come back is told nothing.
const networkMode = 'always'

/** One for the browser. The server makes no page that asks it anything. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: 1, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})
