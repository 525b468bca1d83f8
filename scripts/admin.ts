// npm run admin -- <e-mail>: makes an administrator of somebody who has an account. With --forget-second-factor behind it, it
// takes away what they show besides their password, for who has lost it.
import process from 'node:process'
import { pino } from 'pino'
import { connect, type Sql } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { inWords } from '#server/in-words.ts'
import { forgetFactors } from '#server/second-factor/forget-factors.ts'
import { makeAdmin } from '#server/users/make-admin.ts'

const FORGET = '--forget-second-factor'

try {
  const words = process.argv.slice(2).map((word) => word.trim())
  const [email, ...more] = words.filter((word) => word !== FORGET)
  if (more.length > 0 || email?.startsWith('-'))
    throw new Error(`This is not known: ${more[0] ?? email}`)
  console.log(await run(email, words.includes(FORGET)))
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

async function run(email: string | undefined, isForgetting: boolean): Promise<string> {
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
  if (isForgetting) return await forget(sql, email)
  if (await makeAdmin(sql, email)) return `${email} is an administrator.`
  throw new Error(`Nobody has the e-mail ${email}. Sign up in the shop with it first.`)
}

async function forget(sql: Sql, email: string): Promise<string> {
  const count = await forgetFactors(sql, email)
  if (count === null) throw new Error(`Nobody has the e-mail ${email}.`)
  if (count === 0) return `${email} has no second factor. They are signed out everywhere.`
  return `${email} has no second factor any more, and is signed out everywhere.`
}
