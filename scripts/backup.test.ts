import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import { logIn, signUp } from '#tests/support/accounts/people.ts'
import { makeFolder, run, startShopProcess } from '#tests/support/shop/process.ts'

function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  const command = async (args: [string, ...string[]], env: NodeJS.ProcessEnv) => {
    const { said, ended } = run(stack, args, { env })
    const status = await ended
    assert.doesNotMatch(said(), /\n\s+at |node:internal/)
    return { status, said: said() }
  }
  return {
    stack,
    backup: (args: string[], env: NodeJS.ProcessEnv) =>
      command(['scripts/backup.ts', ...args], env),
    restore: (args: string[], env: NodeJS.ProcessEnv) =>
      command(['scripts/restore.ts', ...args], env),
  }
}

// Takes over 20 s: both shops are processes with a database server of their own.
test('one command backs up a running shop, and another restores it as a new one', async (t) => {
  const { stack, backup, restore } = open(t)
  const env = { DATA_DIR: makeFolder(stack) }
  const shop = await startShopProcess(stack, { env })
  const asha = await signUp(shop, 'Asha Rao')
  const folder = join(makeFolder(stack), 'backup')
  const made = await backup([folder], env)
  assert.equal(made.status, 0, made.said)
  assert.match(made.said, /: \d+ rows of \d+ tables and 0 images as of 2\d{3}-.*Z, [\d.]+ MB in /)
  assert.equal(statSync(join(folder, 'secrets.json')).mode & 0o777, 0o600)
  assert.equal((await asha.call(getUser, {})).status, 200)

  const there = { DATA_DIR: makeFolder(stack) }
  const done = await restore([folder, '--moved'], there)
  assert.equal(done.status, 0, done.said)
  assert.match(done.said, /is complete\. Restoring it\.\n[^]*\nThe books are right\.\n$/)
  assert.doesNotMatch(done.said, /SECRET/)
  const other = await startShopProcess(stack, { env: there })
  const moved = await logIn({ ...asha, url: other.url })
  assert.equal(moved.id, asha.id)
  const known = JSON.parse(readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8'))
  const ours = JSON.parse(readFileSync(join(there.DATA_DIR, 'secrets.json'), 'utf8'))
  assert.equal(ours.secret, known.secret)
  assert.notEqual(ours.databasePassword, known.databasePassword)
})

test('an impossible backup is refused before anything is changed', async (t) => {
  const { stack, backup, restore } = open(t)
  const folder = makeFolder(stack)
  const nowhere = { DATA_DIR: join(folder, 'shop') }
  const answers = await Promise.all([
    backup([], nowhere),
    backup(['there', 'and there'], nowhere),
    backup([join(folder, 'there')], nowhere),
    restore([], nowhere),
    restore([join(folder, 'not-here')], nowhere),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [1, 1, 1, 1, 1],
  )
  const [none, two, noShop, nothing, notHere] = answers.map(({ said }) => said)
  assert.deepEqual([none, two], Array(2).fill('Name a folder: npm run backup -- <folder>\n'))
  assert.match(noShop!, /^There is no shop in .* yet\./)
  assert.match(nothing!, /^Name a backup: npm run restore -- /)
  assert.match(notHere!, /^There is nothing at /)
  assert.equal(existsSync(nowhere.DATA_DIR), false)
})
