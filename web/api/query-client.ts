import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

/** One for the browser. The server makes no page that asks it anything. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: FRESH_MS, retry: 1 } },
})
