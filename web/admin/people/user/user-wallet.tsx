import { useSuspenseQuery } from '@tanstack/react-query'
import { Currency, formatBalance } from '#contract/core/money.ts'
import type { UserOverview } from '#contract/backoffice/user-detail.ts'
import { listAllTransactions, type OwnedTransaction } from '#contract/money/wallet.ts'
import { currencyOptions, walletCurrencies } from '#web/features/currency/currency-options.ts'
import { query } from '#web/api/call.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { transactionColumns } from '#web/admin/tables/transactions-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { UserPageList } from './user-page-list.tsx'

/** Shows the balance after each transaction beside it. */
const COLUMNS: Column<OwnedTransaction>[] = [
  ...transactionColumns.filter(({ title }) => title !== 'Customer' && title !== 'Status'),
  {
    title: 'Balance',
    isFigure: true,
    cell: ({ balance, currency }) => formatBalance(balance, currency),
  },
]

export function UserWallet({ user }: { user: UserOverview }) {
  const { _id: userId } = user
  const list = useListState()
  const currency = Currency.safeParse(list.input('currency')).data
  const { data } = useSuspenseQuery(
    query(listAllTransactions, {
      page: list.page,
      limit: PAGE_SIZE,
      search: '',
      searchIndex: 'UTR',
      sort: '-date',
      userId,
      ...(currency && { currency }),
    }),
  )
  return (
    <UserPageList
      list={list}
      total={data.totalTransactions}
      nothing="No transactions yet"
      filter={
        <div className="max-w-48">
          <Choice
            label="Currency"
            options={[{ value: '', label: 'All' }, ...currencyOptions(walletCurrencies(user))]}
            value={currency}
            onChange={(chosen) => list.change({ currency: chosen })}
          />
        </div>
      }
    >
      <Table caption="Wallet" columns={COLUMNS} rows={data.transactions} keyOf={({ _id }) => _id} />
    </UserPageList>
  )
}
