import type { Tx } from '#server/platform/db/db.ts'
import { compareRows, expectNone } from './compare-rows.ts'

/** Audits adjustments and disputes: what may take a wallet below zero, and money that is held. */
export const auditCorrections = async (tx: Tx): Promise<string[]> => [
  ...(await compareAdjustments(tx)),
  ...(await checkApprovals(tx)),
  ...(await compareDisputes(tx)),
  ...(await checkHolds(tx)),
  ...(await checkDebts(tx)),
]

/** Each adjustment that is done moved its amount once, between the wallet and its own account. */
const compareAdjustments = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'adjustment', {
    expected: tx`
      select concat_ws(' ', 'adjustment:' || id, 1, 'wallet:' || user_id, currency, amount) as line
      from adjustment where state = 'done'`,
    found: tx`
      select concat_ws(' ', key, line, address, account.currency, case account.id when credit then amount else -amount end)
        as line
      from transfer join account on account.id in (debit, credit)
      where kind = 'adjustment' and address <> 'house:wallet-adjustments'`,
  })

/** Nobody adjusts or approves for themselves, and a waiting adjustment is undecided. */
const checkApprovals = (tx: Tx): Promise<string[]> =>
  expectNone(
    'approval',
    tx`
      select concat_ws(' ', id, state, asked_by, decided_by) as line from adjustment
      where user_id in (asked_by, decided_by) or (state = 'waiting') <> (decided_by is null)`,
  )

/** The amounts on a dispute are those that it moved. */
const compareDisputes = (tx: Tx): Promise<string[]> =>
  compareRows(tx, 'dispute', {
    expected: tx`
      select concat_ws(' ', dispute.id, account, sum) as line from dispute
      cross join lateral (values
        ('gateway', taken + fees), ('dispute-fees', -fees), ('dispute-losses', -from_shop), ('owner', -from_wallet),
        ('disputes', from_wallet + from_shop - taken)
      ) part (account, sum)
      where sum <> 0`,
    found: tx`
      select concat_ws(' ', id, account, trim_scale(sum(amount) / scale)) as line
      from (
        select split_part(key, ':', 2) as id,
          case when address like 'wallet:%' or address = 'house:unclaimed' then 'owner' else substr(address, 7) end as account,
          case account.id when credit then amount else -amount end as amount,
          case account.currency when 'INR' then 1 else 100 end as scale -- gateways count in hundredths
        from transfer join account on account.id in (debit, credit) where kind = 'dispute'
      ) moved
      group by id, account, scale having sum(amount) <> 0`,
  })

/** Exactly open disputes of known customers hold their amount. Inquiries hold nothing. */
const checkHolds = (tx: Tx): Promise<string[]> =>
  expectNone(
    'hold',
    tx`
      select concat_ws(' ', dispute.id, dispute.state, held) as line
      from dispute
      left join users on users.id = dispute.user_id and users.deleted_at is null
      left join capture on capture.id = capture_id
      left join payment on payment.id = payment_id
      where held <> case when dispute.state in ('needs response', 'under review') and users.id is not null
          and dispute.currency = asked_currency
        then dispute.amount * case asked_currency when 'INR' then 1 else 100 end else 0 end
        or (from_wallet + from_shop) <> case dispute.state when 'lost' then taken else 0 end`,
  )

/** The line that took a wallet below zero is an adjustment or a dispute. */
const checkDebts = (tx: Tx): Promise<string[]> =>
  expectNone(
    'debt',
    tx`
      select concat_ws(' ', 'line', sequence, 'of wallet', user_id, posting.currency, kind) as line
      from posting join transfer on transfer.number = posting.transfer
      where balance < 0 and posting.amount < 0 and kind not in ('adjustment', 'dispute')`,
  )
