import { getUser, type OwnUser } from '#contract/accounts/users.ts'
import { ApiError, call } from '#web/api/call.ts'

export { ApiError }

/** In its own file, so that visitors do not download the schemas it imports. */
export const fetchUser = (): Promise<OwnUser> => call(getUser, {})
