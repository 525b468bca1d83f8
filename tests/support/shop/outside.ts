import type { Fault } from '#sandbox/faults.ts'
import type { TestShop } from './shop.ts'

type Shop = Pick<TestShop, 'sandboxUrl' | 'sql'>

/** Makes something outside fail at every call until `mendOutside`. */
export async function breakOutside(
  { sandboxUrl }: Shop,
  fault: Omit<Fault, 'rate'>,
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fault, rate: 1 }),
  })
  if (!response.ok) throw new Error(await response.text())
}

export async function mendOutside({ sandboxUrl }: Shop): Promise<void> {
  await fetch(`${sandboxUrl}/faults`, { method: 'DELETE' })
}

/** Makes failed jobs due now, instead of waiting for their retry time. */
export async function retryJobsNow({ sql }: Shop): Promise<void> {
  await sql`update job set run_at = now() where leased_by is null and attempts > 0`
}
