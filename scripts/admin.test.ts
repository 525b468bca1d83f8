import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { getUser } from '#contract/accounts/users.ts'
import { tryLockDataDir } from '#server/platform/db/lock.ts'
import { createPerson, newEmail, signUp } from '#tests/support/accounts/people.ts'
import { makeFolder, run, startShopProcess } from '#tests/support/shop/process.ts'
import { openShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

function open(t: TestContext) {
  const stack = new AsyncDisposableStack()
  t.after(() => stack.disposeAsync())
  /** Runs the script as `npm run admin --` does. */
  const admin = async (args: string[], env: NodeJS.ProcessEnv) => {
    const command = run(stack, ['scripts/run.mjs', 'scripts/admin.ts', ...args], { env })
    const status = await command.ended
    assert.doesNotMatch(command.said(), /\n\s+at |node:internal/)
    return { status, said: command.said() }
  }
  return { stack, admin }
}

test('the named account is an administrator at its next call', async (t) => {
  const { admin } = open(t)
  const shop = await openShop(t)
  const [asha, ravi] = [await signUp(shop, 'Asha Rao'), await signUp(shop, 'Ravi Kumar')]
  const env = { DATABASE_URL: shop.databaseUrl }
  assert.deepEqual(await admin([` ${asha.email.toUpperCase()} `], env), {
    status: 0,
    said: `${asha.email.toUpperCase()} is an administrator.\n`,
  })
  assert.equal((await asha.call(getUser, {})).data.role, 'admin')
  assert.equal((await ravi.call(getUser, {})).data.role, 'user')
  assert.equal((await admin([asha.email], env)).status, 0) // running it again changes nothing
  assert.deepEqual(await admin([asha.email, '--forget-second-factor'], env), {
    status: 0,
    said: `${asha.email} had no second factor. The account is signed out everywhere.\n`,
  })
  assert.equal((await asha.call(getUser, {})).status, 401)
  assert.equal((await ravi.call(getUser, {})).status, 200)
})

test('the command explains wrong arguments and unknown accounts', async (t) => {
  const { stack, admin } = open(t)
  const shop = await openShop(t)
  const stranger = newEmail('Nobody Here')
  const folder = makeFolder(stack)
  const env = { DATABASE_URL: shop.databaseUrl }
  const [unknown, nothing, blank, elsewhere, away, misspelt, stranded] = await Promise.all([
    admin([stranger], env),
    admin([], env),
    admin([' '], env),
    admin([stranger], { DATA_DIR: folder }),
    admin([stranger], { DATABASE_URL: 'postgres://me:hidden@localhost:9/shop' }),
    admin([stranger, '--forget'], env),
    admin([stranger, '--forget-second-factor'], env),
  ])
  const usage = { status: 1, said: 'Name the account: npm run admin -- <email>\n' }
  assert.deepEqual([nothing, blank], [usage, usage])
  assert.deepEqual(unknown, {
    status: 1,
    said: `No account has the email ${stranger}. Sign up in the shop with it first.\n`,
  })
  assert.deepEqual(elsewhere, {
    status: 1,
    said: `There is no shop in ${folder} yet. Start it once, or set DATA_DIR.\n`,
  })
  assert.deepEqual(misspelt, { status: 1, said: 'Unknown argument: --forget\n' })
  assert.deepEqual(stranded, { status: 1, said: `No account has the email ${stranger}.\n` })
  assert.equal(away.status, 1)
  assert.match(away.said, /^The database localhost:9\/shop cannot be used\. /)
  assert.doesNotMatch(away.said, /hidden/)
})

test('the command shows which secrets are still in use, and whether the old one can be removed', async (t) => {
  const { admin } = open(t)
  const [old, next] = ['o', 'n'].map((letter) => letter.repeat(40))
  const shop = await openShop(t, { env: { SECRET: old } })
  const ask = (SECRET: string) => admin(['--secrets'], { DATABASE_URL: shop.databaseUrl, SECRET })
  const [alone, both, without] = [await ask(old!), await ask(`${next},${old}`), await ask(next!)]
  assert.equal(alone.status, 0)
  assert.match(alone.said, /^SECRET has one secret\.\nsealed with +newest +none\n/)
  assert.match(alone.said, /\nkept keys +3 +0\n/)
  assert.equal(both.status, 1)
  assert.match(both.said, /\nkept keys +0 +3 +0\n[^]*\n\nSome entries still need an older secret\./)
  assert.match(without.said, /\nkept keys +0 +3\n[^]*must be entered or created again\.\n$/)
  assert.doesNotMatch(alone.said + both.said + without.said, /ooo|nnn/)
})

test('the command works on the embedded database of a running, a stopped and a starting shop', async (t) => {
  const { stack, admin } = open(t)
  const env = { DATA_DIR: makeFolder(stack) }
  const shop = await startShopProcess(stack, { env })
  const asha = await signUp(shop, 'Asha Rao')
  const [ravi, meena] = [await signUp(shop, 'Ravi Kumar'), await signUp(shop, 'Meena Das')]
  assert.equal((await admin([asha.email], env)).status, 0)
  assert.equal((await asha.call(getUser, {})).data.role, 'admin')
  assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)

  shop.child.kill('SIGTERM')
  assert.equal(await shop.ended, 0)
  assert.equal((await admin([ravi.email], env)).status, 0)

  const starting = startShopProcess(stack, { env })
  await until('it has the folder', () => !isFree(env.DATA_DIR))
  assert.equal((await admin([meena.email], env)).status, 0)
  const { url } = await starting
  for (const { tokens } of [ravi, meena])
    assert.equal((await createPerson(url, tokens).call(getUser, {})).data.role, 'admin')
})

function isFree(dataDir: string): boolean {
  const lock = tryLockDataDir(dataDir)
  lock?.release()
  return lock !== null
}
