import type { Month } from '#demo/history/plan/plan.ts'
import { createRandom } from '#demo/history/plan/random.ts'
import type { Tx } from './database.ts'
import { moveMoney } from './money-sql.ts'

const PRIZES = {
  firstPrize: 1_500_00,
  secondPrize: 1_000_00,
  thirdPrize: 500_00,
  topTenPrize: 100_00,
}

/** Sets the prizes of all months from this one on. */
export async function insertPrizes(tx: Tx, period: string, at: Date): Promise<void> {
  const { firstPrize, secondPrize, thirdPrize, topTenPrize } = PRIZES
  await tx`
    insert into prize (period, first_prize, second_prize, third_prize, top_ten_prize, updated_at)
    values (${period}, ${firstPrize}, ${secondPrize}, ${thirdPrize}, ${topTenPrize}, ${at})`
}

type Winner = { rank: number; userId: string; prize: number }

/** Closes a month as the shop's job does: the first ten customers are written down and paid. */
export async function closeMonth(tx: Tx, { period, closedAt }: Month): Promise<void> {
  const at = new Date(closedAt)
  await tx`insert into closed_month (period, closed_at) values (${period}, ${at})`
  const winners = await tx<Winner[]>`
    insert into winner (period, rank, user_id, spend, prize, paid_at)
    select ranking.period, rank, user_id, amount, won, case when won > 0 then ${at}::timestamptz end
    from (
      select spend.*, row_number() over (order by amount desc, reached_at, user_id) as rank
      from spend join users on users.id = user_id
      where period = ${period} and role = 'user' and not is_blocked and deleted_at is null
    ) ranking
    left join prize on prize.period = (select max(period) from prize where period <= ${period})
    cross join lateral (
      select coalesce(case rank when 1 then first_prize when 2 then second_prize when 3 then third_prize
        else top_ten_prize end, 0) as won
    ) place
    where rank <= 10
    returning rank, user_id, prize`
  const random = createRandom(`prizes of ${period}`)
  await moveMoney(
    tx,
    winners
      .filter(({ prize }) => prize > 0)
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ rank, userId, prize }) => ({
        key: `prize:${period}:${rank}`,
        kind: 'prize',
        reference: random.reference(),
        at: closedAt,
        currency: 'INR',
        lines: [{ from: 'house:prizes', to: `wallet:${userId}`, amount: prize }],
      })),
  )
}
