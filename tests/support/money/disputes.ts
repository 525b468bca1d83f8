import type { DisputeState } from '#contract/money/disputes.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { TestShop } from '#tests/support/shop/shop.ts'
import { until } from '#tests/support/shop/wait.ts'
import { hurryJobs } from './payments.ts'
import { post } from './refunds.ts'

type Shop = Pick<TestShop, 'sandboxUrl' | 'sql'>

export type BankInput = {
  gateway: GatewayName
  reference: string // of the payment
  state: 'inquiry' | 'open' | 'review' | 'won' | 'lost' | 'closed'
  amount?: number // in rupees
  taken?: number
  hours?: number
  webhook?: 'once' | 'twice' | 'never' | 'late'
}

/** Disputes a payment like the customer's bank, or decides the dispute. Returns its id at the gateway. */
export async function tellBank({ sandboxUrl }: Shop, input: BankInput): Promise<string> {
  const { disputeId } = (await post(`${sandboxUrl}/disputes`, input)) as { disputeId: string }
  return disputeId
}

export type FoundDispute = {
  id: string
  state: DisputeState
  held: number
  taken: number
  fees: number
  fromWallet: number
  fromShop: number
  movements: number
  warnings: number
}

export async function findDisputeOf(
  { sql }: Pick<Shop, 'sql'>,
  gatewayDisputeId: string,
): Promise<FoundDispute | undefined> {
  const [row] = await sql<FoundDispute[]>`
    select id, state, held, taken, fees, from_wallet, from_shop, movements, warnings
    from dispute where gateway_dispute_id = ${gatewayDisputeId}`
  return row && { ...row }
}

/** Waits until the shop has heard of a dispute's state. */
export async function untilDispute(
  shop: Pick<Shop, 'sql'>,
  gatewayDisputeId: string,
  state: DisputeState,
): Promise<FoundDispute> {
  await until(`the dispute is ${state}`, async () => {
    const found = await findDisputeOf(shop, gatewayDisputeId)
    return found?.state === state
  })
  return (await findDisputeOf(shop, gatewayDisputeId))!
}

/** Sums of the ledger's accounts for disputes, in paise. Positive is what came in. */
export async function sumsOfDisputes({ sql }: Pick<Shop, 'sql'>) {
  const rows = await sql<{ address: string; sum: number }[]>`
    select address, sum(case account.id when credit then amount else -amount end)::bigint as sum
    from transfer join account on account.id in (debit, credit)
    where kind = 'dispute' and user_id is null group by address`
  const sumOf = (name: string) => rows.find(({ address }) => address === `house:${name}`)?.sum ?? 0
  return {
    gateway: sumOf('gateway'),
    disputes: sumOf('disputes'),
    losses: sumOf('dispute-losses'),
    fees: sumOf('dispute-fees'),
  }
}

/** Makes the shop ask all gateways about disputes, and waits until it has. */
export async function pollDisputes({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  const untilAsked = () =>
    until('the gateways were asked', async () => {
      const jobs = await sql`
        select from job where name in ('poll-disputes', 'list-disputes')
          or (name = 'ask-dispute' and payload ->> 'hints' = '0')`
      return jobs.length === 0
    })
  await untilAsked() // a question under way may have been asked before the news
  await sql`
    insert into job (id, name, payload, run_at, attempts, attempts_max)
    values (gen_random_uuid(), 'poll-disputes', '{}', now(), 0, 1)`
  await untilAsked()
}

/** Waits until no question after an earlier event is left. */
export const untilNothingIsAsked = (shop: Pick<Shop, 'sql'>): Promise<void> =>
  until('nothing is left to ask', async () => {
    await hurryJobs(shop)
    return (await shop.sql`select from job where name = 'ask-dispute'`).length === 0
  })
