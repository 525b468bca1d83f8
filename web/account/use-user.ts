import { useSuspenseQuery } from '@tanstack/react-query'
import { getUser } from '#contract/accounts/users.ts'
import { query } from '#web/api/call.ts'

/** The signed-in user as the server knows them, not as the browser remembers them. */
export const useUser = () => useSuspenseQuery(query(getUser, {})).data
