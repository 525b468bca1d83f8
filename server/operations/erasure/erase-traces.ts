import type { Context } from '#server/context.ts'
import type { Sql, Tx } from '#server/platform/db/db.ts'
import type { JobPayload } from '#server/platform/jobs/payloads.ts'
import { forgetBodies } from '#server/money/gateway-events/forget-gateway-events.ts'
import { seal, unseal, type SealedColumn } from '#server/platform/sealing.ts'
import * as rows from './sql.ts'
import { ERASED, eraseFromJson, tracesOf, type Identity, type Traces } from './traces.ts'

const whose = (userId: string) => `erasure of ${userId}`

/** Stores whom to look for, sealed and for two days at most. Runs in the transaction that deletes the account. */
export const beginErasure = async (
  { keys, now }: Pick<Context, 'keys' | 'now'>,
  tx: Tx,
  { userId, phone, ...identity }: Identity,
): Promise<void> => {
  const sealed = seal(keys, whose(userId), { ...identity, phone: phone ?? '' })
  await rows.insertErasure(tx, { userId, sealed, createdAt: now() })
}

/** Null when SECRET was changed without keeping the old one behind it. */
export function readIdentity(
  { keys }: Pick<Context, 'keys'>,
  { userId, sealed }: rows.ErasureRow,
): Identity | null {
  const { email = '', phone = '', fullName = '' } = unseal(keys, whose(userId), sealed) ?? {}
  return email || phone ? { userId, email, fullName, phone: phone || null } : null
}

export const sealedErasures: SealedColumn = {
  what: 'people to erase',
  list: async (sql, after, count) =>
    (await rows.listSealed(sql, after, count)).map((row) => ({ ...row, whose: whose(row.id) })),
  replace: rows.replaceSealed,
}

const AT_ONCE = 500

/**
 * Erases a deleted person from rows known to be theirs. Each step may be repeated: a job that dies midway starts over.
 */
export async function eraseTraces(
  ctx: Pick<Context, 'sql' | 'keys'>,
  { userId }: JobPayload<'account-deleted'>,
): Promise<void> {
  const { sql } = ctx
  const erasure = await rows.selectErasure(sql, userId)
  const identity = erasure && readIdentity(ctx, erasure)
  await forgetBodies(ctx)
  await rows.deleteAnswers(sql, userId)
  await rows.deleteGiftReasons(sql, userId)
  await rows.emptyAdjustments(sql, userId)
  await sql.begin((tx) => rows.emptyAddresses(tx, userId))
  for (let count = AT_ONCE; count === AT_ONCE;) count = await rows.emptyPages(sql, userId, AT_ONCE)
  if (!identity) return
  const traces = tracesOf(identity)
  const issues = await rows.selectIssueIds(sql, userId)
  await sql.begin((tx) =>
    eraseFromAudits(tx, [`user ${userId}`, ...subjectsOf('issue', issues)], (value) =>
      eraseFromJson(withoutWords(value), traces),
    ),
  )
  await eraseOwned(sql, userId, traces)
}

async function eraseOwned(sql: Sql, userId: string, traces: Traces): Promise<void> {
  const erase = (value: unknown) => eraseFromJson(value, traces)
  for await (const orders of readOwned(sql, 'orders', userId))
    await sql.begin(async (tx) => {
      await rows.eraseFromOrders(tx, { ids: idsOf(orders), all: traces.all })
      await eraseFromAudits(tx, subjectsOf('order', orders), erase)
    })
  for await (const payments of readOwned(sql, 'payment', userId)) {
    const captures = await rows.selectCaptureIds(sql, idsOf(payments))
    await sql.begin(async (tx) => {
      await rows.eraseFromPayouts(tx, { ids: idsOf(captures), all: traces.all })
      await eraseFromAudits(tx, subjectsOf('capture', captures), erase)
    })
  }
}

const idsOf = (all: { id: string }[]) => all.map(({ id }) => id)
const subjectsOf = (kind: string, all: { id: string }[]) => all.map(({ id }) => `${kind} ${id}`)

async function* readOwned(sql: Sql, table: 'orders' | 'payment', userId: string) {
  for (let before: rows.Owned | null = null; ;) {
    const page: rows.Owned[] = await rows.selectOwned(sql, table, {
      userId,
      before,
      limit: AT_ONCE,
    })
    if (page.length > 0) yield page
    if (page.length < AT_ONCE) return
    before = page.at(-1)!
  }
}

/** Keeps the fact that something was done, by whom and when. */
async function eraseFromAudits(
  tx: Tx,
  subjects: string[],
  erase: (value: unknown) => unknown,
): Promise<void> {
  for (const { id, before, after } of await rows.lockAudits(tx, subjects)) {
    const left = { before: erase(before), after: erase(after) }
    if (JSON.stringify(left) !== JSON.stringify({ before, after }))
      await rows.updateAudit(tx, { id, ...left })
  }
}

/** Text written to or about the person is emptied as a whole: it may tell more than their name. */
const WORDS = new Set([
  'email',
  'phone',
  'fullName',
  'message',
  'answer',
  'reason',
  'names',
  'name',
])

const withoutWords = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          WORDS.has(name) && one !== null ? ERASED : one,
        ]),
      )
    : value
