import { useSuspenseQuery } from '@tanstack/react-query'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'

/** Who is signed in, as the server knows them now. */
export const useUser = () => useSuspenseQuery(query(getUser, {})).data
