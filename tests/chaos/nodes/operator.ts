import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '#tests/support/shop/wait.ts'
import type { DatabaseMachine } from './database-machine.ts'

/** The two database machines, by their current role. */
export type Pair = { primary: DatabaseMachine; standby: DatabaseMachine }

export type Operator = {
  pair: Pair
  /** Makes a standby of the machine that lost its role, and waits until commits reach both again. */
  rebuild(): Promise<void>
  /** The failovers so far, with times from `performance.now`. */
  failovers: { noticedAt: number; promotedAt: number }[]
  /** Stops watching and intervening. */
  stop(): Promise<void>
}

const LOOK_MS = 500
const TRIES = 3 // in a row, because a slow primary is not a lost one
const ASK_MS = 1_000
const PATIENCE_MS = 60_000

/**
 * Acts as Patroni or a person would. A primary that does not answer is first cut off, so that it can do no harm if it
 * comes back. Then its standby is promoted, but only if it had everything at the last check.
 */
export function startOperator(pair: Pair): Operator {
  const failovers: Operator['failovers'] = []
  let isStopped = false
  let wasInStep = true
  const watching = watch()
  return {
    pair,
    failovers,
    async rebuild() {
      await rebuild(pair)
      await until('the operator sees the standby in step', () => wasInStep, PATIENCE_MS)
    },
    async stop() {
      isStopped = true
      await watching
    },
  }

  async function watch(): Promise<void> {
    for (let failed = 0; !isStopped; await sleep(LOOK_MS)) {
      const names = await listInStep(pair.primary).catch(() => null)
      failed = names ? 0 : failed + 1
      if (names) wasInStep = names.includes(pair.standby.name)
      if (failed < TRIES || !wasInStep) continue
      await failOver()
      failed = 0
    }
  }

  async function failOver(): Promise<void> {
    const noticedAt = performance.now()
    pair.primary.cut()
    await promote(pair.standby)
    failovers.push({ noticedAt, promotedAt: performance.now() })
    ;[pair.primary, pair.standby] = [pair.standby, pair.primary]
    wasInStep = false
  }
}

/** Lists the synchronous standbys, which commits wait for. */
async function listInStep(primary: DatabaseMachine): Promise<string[]> {
  const rows = await primary.ask<{ name: string }>(
    "select application_name as name from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'",
    ASK_MS,
  )
  return rows.map(({ name }) => name)
}

/** Promotes a standby. It has no standby of its own yet, so its commits must not wait for one. */
async function promote(standby: DatabaseMachine): Promise<void> {
  await standby.ask('select pg_promote()', PATIENCE_MS)
  await waitForNobody(standby)
}

export async function waitForNobody(primary: DatabaseMachine): Promise<void> {
  await primary.ask("alter system set synchronous_standby_names = ''")
  await primary.ask('select pg_reload_conf()')
}

async function rebuild({ primary, standby }: Pair): Promise<void> {
  await standby.killPostgres()
  standby.mend()
  // Before its first checkpoint, a new primary looks unchanged to pg_rewind, which would then do nothing.
  await primary.ask('checkpoint', PATIENCE_MS)
  standby.follow(primary, 'rewind')
  await standby.start()
  await untilKept(primary, standby.name)
  await waitForStandby(primary)
}

/** Makes commits wait for the standby from now on. Before it has caught up, they would wait for everything it lacks. */
export async function waitForStandby(primary: DatabaseMachine): Promise<void> {
  await primary.ask('alter system reset synchronous_standby_names')
  await primary.ask('select pg_reload_conf()')
}

/** Waits until a standby has everything the primary has, except what is just being sent. */
export async function untilKept(primary: DatabaseMachine, name: string): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(100)) {
    const rows = await primary.ask(
      `select from pg_stat_replication where application_name = '${name}' and state = 'streaming'
      and pg_current_wal_lsn() - flush_lsn < 100000`,
    )
    if (rows.length > 0) return
  }
  throw new Error(`${name} does not follow ${primary.name}`)
}
