import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

// Requests fail at once without a network. Pausing them would leave the visitor without a message.
const networkMode = 'always'

/** The only client for the browser. Pages rendered on the server never query it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: FRESH_MS, retry: 1, networkMode, refetchOnReconnect: true },
    mutations: { networkMode },
  },
})
