import * as statement from '#contract/money/statement.ts'
import * as contract from '#contract/money/wallet.ts'
import * as exported from '#contract/backoffice/exports.ts'
import { implement } from '#server/platform/http/implement.ts'
import { addForeignMoney, addMoney } from './add-money.ts'
import { giftBalance, giftForeignBalance } from './gift.ts'
import { exportTransactions } from './export-transactions.ts'
import { getStatement, getStatementFile } from './statement.ts'
import { findTopUp } from './top-up.ts'
import { listAllTransactions, listTransactions } from './transactions.ts'

export const walletRoutes = [
  ...implement(contract, {
    listTransactions,
    listAllTransactions,
    giftBalance,
    giftForeignBalance,
    addForeignMoney,
    addMoney,
    findTopUp,
  }),
  ...implement(statement, { getStatement, getStatementFile }),
  ...implement({ exportTransactions: exported.exportTransactions }, { exportTransactions }),
]
