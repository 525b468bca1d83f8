import { enqueue } from '#server/platform/jobs/jobs.ts'
import { countJobs } from '#tests/support/database/find-text.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'

type Quote = { INR: unknown; base?: string; date?: string; source?: 'frankfurter' | 'open-er-api' }

/** Changes what the exchange-rate sources answer. */
export async function quote({ sandboxUrl }: TestShop, said: Quote): Promise<void> {
  const response = await fetch(`${sandboxUrl}/rates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(said),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Makes the shop fetch its exchange rate now, and waits until it has. */
export async function followNow({ sql }: TestShop): Promise<void> {
  await sql.begin((tx) => enqueue(tx, 'follow-rate', {}))
  await until('the rate source is asked', async () => (await countJobs(sql)) === 0)
}
