import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findTopUp, type TopUp } from '#contract/money/wallet.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'

const EAGER_MS = 2 * 60 * 1000
const ASK_EAGERLY_MS = 2_000
const ASK_CALMLY_MS = 15_000

/** Polls a top-up until its outcome is known: often at first, then less often. */
export function useTopUp(reference: string): TopUp | ApiError {
  const [openedAt] = useState(Date.now)
  const { data } = useSuspenseQuery({
    ...queryOrRefusal(findTopUp, { reference }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data || state.data instanceof ApiError) return false
      if (state.data.status !== 'pending') return false
      return Date.now() - openedAt < EAGER_MS ? ASK_EAGERLY_MS : ASK_CALMLY_MS
    },
  })
  return data
}
