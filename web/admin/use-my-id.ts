import { useSuspenseQuery } from '@tanstack/react-query'
import { getUser } from '#contract/users.ts'
import { query } from '#web/api/call.ts'

/** Which of the administrators this is. */
export const useMyId = (): string => useSuspenseQuery(query(getUser, {})).data._id
