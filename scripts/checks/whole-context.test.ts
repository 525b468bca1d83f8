import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

/** Hand the context on to functions given to them, such as calls, jobs and tasks, whatever these use. */
const HAND_ON = [
  'server/node.ts open',
  'server/node.ts startWorkers',
  'server/node.ts openFront',
  'server/platform/http/authenticate-api-call.ts authenticateApiCall',
  'server/platform/http/call-as-visitor.ts callAsVisitor',
  'server/platform/http/describe-all.ts Describing',
  'server/platform/http/describe-all.ts describeAll',
  'server/platform/http/implement.ts Handler',
  'server/platform/http/mount.ts Serving',
  'server/platform/http/mount.ts mount',
  'server/platform/http/serve.ts serve',
  'server/platform/jobs/worker.ts JobHandlers',
  'server/platform/jobs/worker.ts startWorker',
  'server/platform/jobs/worker.ts perform',
  'server/platform/jobs/worker.ts handle',
  'server/platform/tasks/work-task.ts Work',
  'server/platform/tasks/work-task.ts workTask',
  'server/platform/tasks/work-task.ts workOnce',
  'server/resellers/webhooks/routes.ts Call',
]

/** Place orders or take money, for which they and what they call use ten parts of the context or more. */
const USE_MOST = [
  'server/money/wallet/add-money.ts add',
  'server/orders/place/place-order.ts placeOrder',
  'server/orders/place/place-order.ts tryToPlace',
  'server/orders/place/place-upi-order.ts placeOrResume',
  'server/orders/place/place-upi-order.ts place',
  'server/resellers/api/place-api-order.ts place',
  'server/resellers/bulk/place-bulk.ts placeBulk',
  'server/resellers/bulk/place-bulk.ts place',
]

const DECLARATION = /^(?:export )?(?:async )?(?:function\*?|const|type) (\w+)/gm
const WHOLE_CONTEXT = /[\w}]\??: Context(?=[,)=\s])/g

/** Returns the functions and types of a file with a parameter that is a whole `Context`. */
function findWhole(file: string, text: string): string[] {
  const declared = [...text.matchAll(DECLARATION)]
  const found = [...text.matchAll(WHOLE_CONTEXT)].map(({ index }) =>
    declared.findLast((one) => one.index < index),
  )
  return [...new Set(found.map((one) => `${file} ${one?.[1] ?? ''}`))]
}

test('functions take the parts of the context that they use, except those with a reason', () => {
  const files = globSync('server/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })
  const found = files.flatMap((file) => findWhole(file, readFileSync(join(ROOT, file), 'utf8')))
  assert.deepEqual(found.toSorted(), [...HAND_ON, ...USE_MOST].toSorted())
})

test('a whole context is found in any form of a function', () => {
  const text = `
import type { Context } from '#server/context.ts'
type Deps = Pick<Context, 'sql'>
const read = (ctx: Deps) => ctx.sql
export async function list({ sql }: Context): Promise<void> {}
export const work =
  (works: Works) =>
  async (ctx: Context, turn: Turn) => {}
async function* begin(
  ctx: Context,
  other: Context['sql'],
) {}
type Find = (context: Context) => void
const end = async (
  { sql }: Pick<Context, 'sql'>,
  log: Context['log'],
) => {}
`
  assert.deepEqual(findWhole('a.ts', text), ['a.ts list', 'a.ts work', 'a.ts begin', 'a.ts Find'])
})
