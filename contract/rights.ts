import type { Endpoint, Right, Role } from './endpoint.ts'

/** What somebody may do in the back office follows from this. */
export type Standing = { role: Role; rights: readonly Right[] }

/** Administrators and staff. */
export const worksHere = ({ role }: Pick<Standing, 'role'>): boolean =>
  role === 'admin' || role === 'staff'

/** An administrator has every right, and what names none is theirs alone. */
export function hasRight({ role, rights }: Standing, right: Endpoint['right']): boolean {
  if (role === 'admin') return true
  if (role !== 'staff' || !right) return false
  return right === 'any' || [right].flat().some((one) => rights.includes(one))
}

/** Whether somebody may make a call; null is a visitor. */
export function mayCall({ access, right }: Endpoint, who: Standing | null): boolean {
  if (access === 'anyone') return true
  if (!who) return false
  if (access === 'admin') return hasRight(who, right)
  return access === 'signed-in' || access === who.role
}
