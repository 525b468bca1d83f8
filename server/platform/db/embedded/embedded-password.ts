import { makePassword, readSecrets, writeSecrets } from '#server/platform/config/secrets.ts'
import { connect } from '#server/platform/db/db.ts'

export const embeddedUrl = (password: string, port: number) =>
  `postgres://gemstall:${password}@127.0.0.1:${port}/postgres`

/** Returns the working password of the database. Completes or reverts a change of password that was interrupted. */
export async function settlePassword(dataDir: string, port: number): Promise<string> {
  const { nextDatabasePassword: next, ...secrets } = readSecrets(dataDir)
  if (next === undefined) return secrets.databasePassword
  const databasePassword = (await opens(next, port)) ? next : secrets.databasePassword
  writeSecrets(dataDir, { ...secrets, databasePassword })
  return databasePassword
}

/** Changes the database's password. The caller must be the only user of the data folder. */
export async function changePassword(dataDir: string, url: string): Promise<void> {
  const next = makePassword()
  const secrets = readSecrets(dataDir)
  writeSecrets(dataDir, { ...secrets, nextDatabasePassword: next })
  const sql = connect(url, { connectionsMax: 1 })
  try {
    await sql.unsafe(`alter role gemstall password '${next}'`)
  } finally {
    await sql.end()
  }
  writeSecrets(dataDir, { ...secrets, databasePassword: next })
}

async function opens(password: string, port: number): Promise<boolean> {
  const sql = connect(embeddedUrl(password, port), { connectionsMax: 1 })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '28P01') return false
    throw error
  } finally {
    await sql.end()
  }
}
