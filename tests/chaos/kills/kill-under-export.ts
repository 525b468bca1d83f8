import { setTimeout as sleep } from 'node:timers/promises'
import { exportOrders } from '#contract/backoffice/exports.ts'
import { findTask, getTaskFile, hasTaskEnded } from '#contract/core/tasks.ts'
import { download } from '#tests/support/calls/files.ts'
import { makeManyOrders, makePack } from '#tests/support/database/past-orders.ts'
import { signUp, type Person } from '#tests/support/accounts/people.ts'
import { untilEnded } from '#tests/support/backoffice/tasks.ts'
import { until } from '#tests/support/shop/wait.ts'
import { makeAdmin } from '#server/accounts/users/make-admin.ts'
import { createDice } from '#tests/chaos/dice.ts'
import { startKillableShop } from '#tests/chaos/killable-shop.ts'

type ExportReport = {
  halfway: number // kills while the file was partly written
  rows: number
  isList: boolean // each order once, in the order of the list
}

type Options = { kills: number; orders: number; seed: number }

const LONGEST_MS = 150

/** Kills the shop repeatedly while it writes a long file. It has to start over each time. */
export async function killUnderExport({ kills, orders, seed }: Options): Promise<ExportReport> {
  const dice = createDice(seed)
  await using stack = new AsyncDisposableStack()
  const setup = await startKillableShop(stack)
  const admin = await signUp(setup, 'Amrita Admin')
  await ask(async (sql) => {
    await makeAdmin(sql, admin.email)
    const pack = await makePack(admin)
    await makeManyOrders(sql, { count: orders, days: 30, users: [admin.id], pack })
  })
  const options = { search: '', searchIndex: 'invoiceId' } as const
  const { data: task } = await admin.call(exportOrders, options)
  let halfway = 0
  for (let kill = 0; kill < kills; kill++) {
    const before = (await find(admin, task._id)).done
    await until('it gets on', async () => {
      const now = await find(admin, task._id)
      return now.done > before || hasTaskEnded(now)
    })
    await sleep(dice.below(LONGEST_MS))
    await setup.killShop() // kills its embedded database as well
    const { state, done } = await find(admin, task._id)
    if (state === 'running' && done > 0) halfway++
  }
  await untilEnded(admin, task)
  const { rows } = await download(admin, getTaskFile, { id: task._id })
  const expected = await ask(
    (sql) => sql<{ invoice: string }[]>`
      select invoice from orders order by created_at desc, id desc`,
  )
  const isList =
    rows.length === expected.length &&
    rows.every(([invoice], index) => invoice === expected[index]!.invoice)
  return { halfway, rows: rows.length, isList }

  async function ask<T>(work: (sql: ReturnType<typeof setup.connect>) => Promise<T>): Promise<T> {
    const sql = setup.connect()
    try {
      return await work(sql)
    } finally {
      await sql.end()
    }
  }
}

const find = async (admin: Person, id: string) => (await admin.call(findTask, { id })).data
