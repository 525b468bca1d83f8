import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { toast } from '#web/state/toasts.ts'
import { callOnce } from './call-once.ts'
import { call } from './call.ts'

type Options<E extends Endpoint> = {
  refetch?: Endpoint[]
  onDone?: (output: Output<E>) => void | Promise<void>
  /** What an idempotent call does once; what it sends, where nothing is said. */
  attempt?: string
  /** Only a refusal is said: nobody pressed for this, or the next page says the rest. */
  isQuiet?: boolean
  /** The screen shows the outcome itself, a refusal too. */
  isShown?: boolean
}

/** A call that changes something: it toasts the outcome, refetches what it changed, then hands on. */
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
