import { useSuspenseQuery } from '@tanstack/react-query'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'

/** Id of the signed-in person. */
export const useMyId = (): string => useSuspenseQuery(query(getUser, {})).data._id
