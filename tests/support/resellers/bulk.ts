import assert from 'node:assert/strict'
import { checkBulk, startBulk, type Bulk } from '#contract/resellers/bulk.ts'
import { toMajor } from '#contract/core/money.ts'
import type { Member } from '#tests/support/accounts/people.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

export const PLAYER = '123456789'
export const HEAD = 'productId,playerId,zoneId,reference'

export const fileOf = (...lines: string[]) => ({
  csv: [HEAD, ...lines].join('\r\n'),
  currency: 'INR' as const,
  isTest: false,
})

/** Places the valid lines of a file. */
export async function placeFile(reseller: Member, file: ReturnType<typeof fileOf>): Promise<Bulk> {
  const { data } = await reseller.call(checkBulk, file)
  const totalMax = toMajor(data.total, file.currency)
  const { data: bulk, message } = await reseller.call(startBulk, {
    ...file,
    name: 'a.csv',
    totalMax,
  })
  assert.ok(bulk, message)
  return bulk
}

/** Blocks a person's orders until `work` is done. */
export const holdBack = <T>(
  { sql }: Pick<TestShop, 'sql'>,
  { id }: Member,
  work: () => Promise<T>,
) =>
  sql.begin(async (tx) => {
    await tx`select from users where id = ${id} for no key update`
    return work()
  })

export async function untilTried({ sql }: Pick<TestShop, 'sql'>, { _id: id }: Bulk): Promise<void> {
  await until('its first line is being placed', async () => {
    const tried = await sql`select from bulk_line where bulk_id = ${id} and tries > 0`
    return tried.length > 0
  })
}
