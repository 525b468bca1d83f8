// npm run fill -- --orders=10000000 --people=1000000 --data=FOLDER: makes a shop with a year of orders in this folder.
// npm run fill -- --orders=100000 --people=10000 --database=postgres://…: does the same in an empty running database.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { migrate } from '#server/platform/db/migrate.ts'
import { fillDatabase } from './fill/fill-database.ts'
import { openCluster } from './run/open-cluster.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    people: { type: 'string', default: '10000' },
    data: { type: 'string' },
    database: { type: 'string' },
  },
})
if (!values.data === !values.database) {
  console.error(
    'Name the target: --data=FOLDER for a new folder, or --database=postgres://… for an empty database',
  )
  process.exit(1)
}
const startedAt = performance.now()
await using stack = new AsyncDisposableStack()
const url =
  values.database ?? (await openCluster(stack, { folder: values.data!, isFilling: true })).url
await migrate(url, pino({ level: 'warn' }))
await fillDatabase(url, {
  orders: Number(values.orders),
  people: Number(values.people),
  say: console.log,
})
console.log(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s`)
