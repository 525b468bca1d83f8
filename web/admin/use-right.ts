import { useSuspenseQuery } from '@tanstack/react-query'
import type { Right } from '#contract/endpoint.ts'
import { hasRight } from '#contract/rights.ts'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'

/** Whether who looks may see to this; without a right, whether they are an administrator. */
export const useRight = (right?: Right): boolean =>
  hasRight(useSuspenseQuery(query(getUser, {})).data, right)
