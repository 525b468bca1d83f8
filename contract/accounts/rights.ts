import type { Endpoint, Right, Role } from '#contract/core/endpoint.ts'

/** The role and rights that decide what a person may do in the back office. */
export type Permissions = { role: Role; rights: readonly Right[]; isGuest?: boolean }

/** True for administrators and staff. */
export const worksHere = ({ role }: Pick<Permissions, 'role'>): boolean =>
  role === 'admin' || role === 'staff'

/** Administrators have every right. A call without a right is theirs alone. */
export function hasRight({ role, rights }: Permissions, right: Endpoint['right']): boolean {
  if (role === 'admin') return true
  if (role !== 'staff' || !right) return false
  return right === 'any' || [right].flat().some((one) => rights.includes(one))
}

/** True if a person may make a call. Null stands for a visitor. */
export function mayCall({ access, right, guests }: Endpoint, who: Permissions | null): boolean {
  if (access === 'anyone') return true
  if (!who) return false
  if (access === 'admin') return hasRight(who, right)
  if (access === 'signed-in') return guests || !who.isGuest
  return access === who.role
}
