import type { Role } from '#contract/core/endpoint.ts'
import { worksHere } from '#contract/accounts/rights.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { selectRole } from './sql.ts'

/** The reader of a list or page: a caller, or everyone who may open a file. */
export type Reader = { role: Role }

/** Everybody with the right to a file can open it, so files are written for staff. */
export const ANY_STAFF: Reader = { role: 'staff' }

/** Staff may read contact details of customers. Only administrators may read those of colleagues. */
export const seesColleagues = ({ role }: Reader): boolean => role === 'admin'

type Contact = { role: Role; email: string | null; phone?: string | null }

/** Removes the contact details if the reader may not see them. */
export const hideContact = <Row extends Contact>(row: Row, reader: Reader): Row =>
  seesColleagues(reader) || !worksHere(row)
    ? row
    : { ...row, email: null, ...(row.phone === undefined ? {} : { phone: null }) }

/** Refuses staff access to a colleague's page, sessions and account. */
export async function refuseColleague(sql: Sql | Tx, id: string, reader: Reader): Promise<void> {
  if (seesColleagues(reader)) return
  const role = await selectRole(sql, id)
  if (role && worksHere({ role })) throw new Refusal('COLLEAGUE')
}
