import { worksHere } from '#contract/accounts/rights.ts'
import type { OwnUser } from '#contract/accounts/users.ts'
import { paths } from '#web/paths.ts'
import { takeReturnPath } from '#web/state/return-path.ts'

/** The page a visitor wanted before signing in. Otherwise the back office for staff, and the shop for customers. */
export const takeLanding = (user: OwnUser, forCustomers: string = paths.home): string =>
  takeReturnPath() ?? (worksHere(user) ? paths.office : forCustomers)
