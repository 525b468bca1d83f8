import { useSuspenseQuery } from '@tanstack/react-query'
import type { Right } from '#contract/core/endpoint.ts'
import { hasRight } from '#contract/accounts/rights.ts'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'

/** Tells whether the signed-in person has the right. Without a right, tells whether they are an administrator. */
export const useRight = (right?: Right): boolean =>
  hasRight(useSuspenseQuery(query(getUser, {})).data, right)
