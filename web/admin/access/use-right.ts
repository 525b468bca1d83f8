import { useSuspenseQuery } from '@tanstack/react-query'
import type { Right } from '#contract/endpoint.ts'
import { hasRight } from '#contract/rights.ts'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'

/** Tells whether the signed-in person has the right. Without a right, tells whether they are an administrator. */
export const useRight = (right?: Right): boolean =>
  hasRight(useSuspenseQuery(query(getUser, {})).data, right)
