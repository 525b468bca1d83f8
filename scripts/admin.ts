// npm run admin -- <email>: makes the owner of an account an administrator. With --forget-second-factor after it, it
// removes their second factors, for people who lost them.
// npm run admin -- --secrets: shows which part of SECRET seals what.
// --forget-old-keys: for a SECRET that has become known.
// --new-database-password: changes the password of the shop's own database, while the shop is stopped.
import process from 'node:process'
import { pino } from 'pino'
import { commaList } from '#server/platform/config/variables.ts'
import { connect, type Sql } from '#server/platform/db/db.ts'
import { changePassword } from '#server/platform/db/embedded/embedded-password.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { inWords } from '#connectors/in-words.ts'
import { forgetOldKeys } from '#server/operations/secret-rotation/kept-keys.ts'
import { reportSecrets } from '#server/operations/secret-rotation/report-secrets.ts'
import { forgetFactors } from '#server/accounts/second-factor/forget-factors.ts'
import { deriveKeys, readSecrets, type Keys } from '#server/platform/config/secrets.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'

const FORGET = '--forget-second-factor'
const OF_SECRETS = {
  '--secrets': showSecrets,
  '--forget-old-keys': forgetKeys,
  '--new-database-password': renewPassword,
}

const databaseUrl = process.env['DATABASE_URL']?.trim() || undefined
const dataDir = process.env['DATA_DIR']?.trim() || 'data'

try {
  const words = process.argv.slice(2).map((word) => word.trim())
  const [email, ...more] = words.filter((word) => word !== FORGET)
  const ofSecrets = OF_SECRETS[email as keyof typeof OF_SECRETS]
  if (more.length > 0 || (email?.startsWith('-') && !ofSecrets))
    throw new Error(`Unknown argument: ${more[0] ?? email}`)
  if (!email) throw new Error('Name the account: npm run admin -- <email>')
  const ofPerson = words.includes(FORGET) ? forget : promote
  console.log(await run(ofSecrets ?? ((sql) => ofPerson(sql, email))))
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

type Work = (sql: Sql, place: { url: string; isOurs: boolean }) => Promise<string>

async function run(work: Work): Promise<string> {
  await using stack = new AsyncDisposableStack()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({ databaseUrl, dataDir, log })
  stack.defer(() => database.close())
  await migrate(database.url, log)
  const sql = connect(database.url, { connectionsMax: 1 })
  stack.defer(() => sql.end())
  return await work(sql, database) // without await, a failure would be unhandled while the database closes
}

async function promote(sql: Sql, email: string): Promise<string> {
  if (await makeAdmin(sql, email)) return `${email} is an administrator.`
  throw new Error(`No account has the email ${email}. Sign up in the shop with it first.`)
}

async function forget(sql: Sql, email: string): Promise<string> {
  const count = await forgetFactors(sql, email)
  if (count === null) throw new Error(`No account has the email ${email}.`)
  if (count === 0) return `${email} had no second factor. The account is signed out everywhere.`
  return `${email} has no second factor any more. The account is signed out everywhere.`
}

async function showSecrets(sql: Sql): Promise<string> {
  const { words, mayOldGo } = await reportSecrets(sql, readKeys())
  if (!mayOldGo) process.exitCode = 1
  return words
}

async function forgetKeys(sql: Sql): Promise<string> {
  const count = await forgetOldKeys(sql, readKeys())
  return count === 0
    ? 'There are no old keys.'
    : `${count} old keys are forgotten. Restart every node.`
}

async function renewPassword(_sql: Sql, { url, isOurs }: { url: string; isOurs: boolean }) {
  if (databaseUrl)
    throw new Error(
      `The shop doesn't manage the database in DATABASE_URL: see "Secrets" in docs/operating.md.`,
    )
  if (!isOurs) throw new Error('The shop is running. Stop it first.')
  await changePassword(dataDir, url)
  return 'The database has a new password. Start the shop.'
}

/** Keys of the shop, from the environment or from a laptop's data folder. */
function readKeys(): Keys {
  const secrets = commaList(process.env['SECRET'] ?? '')
  if (secrets.length > 0) return deriveKeys(secrets)
  if (databaseUrl) throw new Error('SECRET is missing. Set it to the value that the shop has.')
  return deriveKeys(commaList(readSecrets(dataDir).secret))
}
