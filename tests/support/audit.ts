import type { TestShop } from './shop.ts'

type Action = { action: string; subject: string; userId: string; before: unknown; after: unknown }

/** What administrators have done since they became such, in order. */
export const listActions = async ({ sql }: Pick<TestShop, 'sql'>): Promise<Action[]> => [
  ...(await sql<Action[]>`
    select action, subject, user_id, before, after from audit
    where action <> 'make administrator' order by created_at, id`),
]
