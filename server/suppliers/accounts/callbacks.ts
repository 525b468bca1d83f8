import { isSame } from '#connectors/messages.ts'
import { createHmac } from 'node:crypto'
import type { SupplierConnector } from '#connectors/suppliers/supplier.ts'
import type { SupplierName } from '#contract/catalogue/sources.ts'
import type { Context } from '#server/context.ts'
import { upsertCallback } from './callback-sql.ts'

type Deps = Pick<Context, 'config' | 'keys'>

const NOTED_EVERY_MS = 1_000

/** The address a supplier calls with news of its orders. It contains a secret, so that nobody else can guess it. */
export const callbackUrlOf = ({ config, keys }: Deps, supplier: string): string =>
  `${config.publicUrl}/api/v1/callback/${supplier}/${secretOf(keys.callback[0]!, supplier)}`

/** Null for suppliers that send no callbacks. */
export const findCallbackUrl = (
  deps: Deps,
  { name, sendsCallbacks }: SupplierConnector,
): string | null => (sendsCallbacks ? callbackUrlOf(deps, name) : null)

/** Accepts the secret of every kept key. Addresses given to suppliers before SECRET changed go on working. */
export const isSecretOf = ({ keys }: Pick<Deps, 'keys'>, supplier: string, secret: string) =>
  keys.callback.some((key) => isSame(secret, secretOf(key, supplier)))

const secretOf = (key: Buffer, supplier: string) =>
  createHmac('sha256', key).update(supplier).digest('hex')

/** Records when the last callback arrived. Writes at most once a second. */
export async function noteCallback(
  { sql, now }: Pick<Context, 'sql' | 'now'>,
  source: SupplierName,
): Promise<void> {
  const lastAt = now()
  await upsertCallback(
    sql,
    { supplier: source, lastAt },
    new Date(lastAt.getTime() - NOTED_EVERY_MS),
  )
}
