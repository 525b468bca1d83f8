import type { Role } from '#contract/endpoint.ts'
import { worksHere } from '#contract/rights.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { selectRole } from './sql.ts'

/** The reader of a list or page: a caller, or everyone who may open a file. */
export type Reader = { role: Role }

/** Files can be opened by all who have the right, so they are written for staff. */
export const ANY_STAFF: Reader = { role: 'staff' }

/** Staff read contact data of customers. That of people who work here is the administrators' alone. */
export const seesColleagues = ({ role }: Reader): boolean => role === 'admin'

type Contact = { role: Role; email: string | null; phone?: string | null }

/** Leaves out how to reach a person whom the reader may not see. */
export const hideContact = <Row extends Contact>(row: Row, reader: Reader): Row =>
  seesColleagues(reader) || !worksHere(row)
    ? row
    : { ...row, email: null, ...(row.phone === undefined ? {} : { phone: null }) }

/** Refuses staff the page, the sessions and the account of a person who works here. */
export async function refuseColleague(sql: Sql | Tx, id: string, reader: Reader): Promise<void> {
  if (seesColleagues(reader)) return
  const role = await selectRole(sql, id)
  if (role && worksHere({ role })) throw new Refusal('COLLEAGUE')
}
