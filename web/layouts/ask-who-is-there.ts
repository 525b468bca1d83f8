import { getUser, type OwnUser } from '#contract/users.ts'
import { ApiError, call } from '#web/api/call.ts'

export { ApiError }

/** Apart from the rest: visitors never need it, nor the schemas it brings. */
export const askWhoIsThere = (): Promise<OwnUser> => call(getUser, {})
