import type { Sql } from '#server/platform/db/db.ts'

/** PostgreSQL samples 300 rows for each step of its statistics. This many steps sample every row of a test's tables. */
const STEPS = 200

/**
 * Vacuums and analyzes tables without sampling. Estimates from a random sample would differ from run to run, and so might
 * the plans.
 */
export async function analyzeFully(sql: Sql, ...tables: string[]): Promise<void> {
  await sql.unsafe(`vacuum ${tables.join(', ')}`)
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local default_statistics_target = ${STEPS}`)
    await tx.unsafe(`analyze ${tables.join(', ')}`)
  })
}
