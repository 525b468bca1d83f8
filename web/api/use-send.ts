import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/core/endpoint.ts'
import { toast } from '#web/state/toasts.ts'
import { callOnce } from './call-once.ts'
import { call } from './call.ts'

type Options<E extends Endpoint> = {
  refetch?: Endpoint[]
  onDone?: (output: Output<E>) => void | Promise<void>
  /** Names the action that must happen once. Defaults to the endpoint and its input. */
  attempt?: string
  /** Shows only errors, for automatic calls or when the next page shows the outcome. */
  isQuiet?: boolean
  /** Shows no toast at all, because the screen displays the outcome, including errors. */
  isShown?: boolean
}

/** Mutation that shows the outcome as a toast, refetches what it changed, then calls `onDone`. */
export function useSend<E extends Endpoint>(
  endpoint: E,
  { refetch = [], onDone, attempt, isQuiet = false, isShown = false }: Options<E> = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input<E>) =>
      endpoint.idempotent ? callOnce(endpoint, input, attempt) : call(endpoint, input),
    onSuccess: async (output) => {
      if (endpoint.message && !isQuiet && !isShown) toast('success', endpoint.message)
      await Promise.all(refetch.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
      await onDone?.(output)
    },
    onError: (error) => {
      if (!isShown) toast('error', error.message)
    },
  })
}
