// npm run admin -- <e-mail>: makes an administrator of somebody who has an account.
import process from 'node:process'
import { pino } from 'pino'
import { connect } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeAdmin } from '#server/users/make-admin.ts'

const email = process.argv[2]
if (!email) fail('Say whose e-mail: npm run admin -- <e-mail>')
const log = pino({ level: 'silent' })
const database = await openDatabase({
  databaseUrl: process.env['DATABASE_URL'] || undefined,
  dataDir: process.env['DATA_DIR'] || 'data',
  log,
})
await migrate(database.url, log)
const sql = connect(database.url)
const isMade = await makeAdmin(sql, email)
await sql.end()
await database.close()
if (!isMade) fail(`Nobody has the e-mail ${email}. Sign up in the shop with it first.`)
console.log(`${email} is an administrator.`)

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
