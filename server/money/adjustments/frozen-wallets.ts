import type * as contract from '#contract/money/adjustments.ts'
import type { Handler } from '#server/platform/http/implement.ts'
import { selectDebits, selectFrozen, selectHolds } from './frozen-sql.ts'

const CAUSES_MAX = 20

/** Tells customers why they cannot spend. Adjustments have a reason for the customer, disputes have their payment. */
export const getFrozenWallets: Handler<typeof contract.getFrozenWallets> = async (
  { sql },
  _input,
  { id },
) => {
  const frozen = await selectFrozen(sql, id)
  if (frozen.length === 0) return { wallets: [] }
  const [debits, holds] = await Promise.all([
    selectDebits(sql, id, CAUSES_MAX),
    selectHolds(sql, id),
  ])
  const causes = [...debits, ...holds].map((cause) => ({ ...cause, at: cause.at.toISOString() }))
  return {
    wallets: frozen.map((wallet) => ({
      ...wallet,
      causes: causes.filter(({ currency }) => currency === wallet.currency),
    })),
  }
}
