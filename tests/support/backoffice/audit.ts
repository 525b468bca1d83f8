import type { TestShop } from '#tests/support/shop/shop.ts'

type Action = { action: string; subject: string; userId: string; before: unknown; after: unknown }

/** Lists the audit log in order, without the entry that made the administrator. */
export const listActions = async ({ sql }: Pick<TestShop, 'sql'>): Promise<Action[]> => [
  ...(await sql<Action[]>`
    select action, subject, user_id, before, after from audit
    where action <> 'make administrator' order by created_at, id`),
]
