import * as contract from '#contract/wallet.ts'
import { implement } from '#server/http/implement.ts'
import { addMoney } from './add-money.ts'
import { giftBalance, giftUsdBalance } from './gift.ts'
import { getTransactionsFile } from './get-transactions-file.ts'
import { getStatement, getStatementFile } from './statement.ts'
import { findTopUp } from './top-up.ts'
import { listAllTransactions, listTransactions } from './transactions.ts'

export const walletRoutes = implement(contract, {
  listTransactions,
  listAllTransactions,
  getTransactionsFile,
  giftBalance,
  giftUsdBalance,
  addMoney,
  findTopUp,
  getStatement,
  getStatementFile,
})
