// npm run admin -- <e-mail>: makes an administrator of somebody who has an account.
import process from 'node:process'
import { pino } from 'pino'
import { connect } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { inWords } from '#server/in-words.ts'
import { makeAdmin } from '#server/users/make-admin.ts'

try {
  console.log(await run(process.argv[2]?.trim()))
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

async function run(email: string | undefined): Promise<string> {
  if (!email) throw new Error('Say whose e-mail: npm run admin -- <e-mail>')
  await using stack = new AsyncDisposableStack()
  const log = pino({ level: 'silent' })
  const database = await openDatabase({
    databaseUrl: process.env['DATABASE_URL']?.trim() || undefined,
    dataDir: process.env['DATA_DIR']?.trim() || 'data',
    log,
  })
  stack.defer(() => database.close())
  await migrate(database.url, log)
  const sql = connect(database.url, { connectionsMax: 1 })
  stack.defer(() => sql.end())
  if (await makeAdmin(sql, email)) return `${email} is an administrator.`
  throw new Error(`Nobody has the e-mail ${email}. Sign up in the shop with it first.`)
}
