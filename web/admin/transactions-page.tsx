import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams, type MetaFunction } from 'react-router'
import { getTransactionsFile, listAllTransactions } from '#contract/wallet.ts'
import { query } from '#web/api/call.ts'
import { readWishes } from '#web/ui/read-wishes.ts'
import { DownloadList } from './download-list.tsx'
import { ListFrame } from './list-frame.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionsTable } from './transactions-table.tsx'
import { useListState } from './use-list-state.ts'

export const meta: MetaFunction = () => [{ title: 'Transactions | Gemstall' }]

const FIELDS = [
  { value: 'UTR', label: 'UTR' },
  { value: 'email', label: 'Email' },
]

/** Every movement of every wallet. */
export default function TransactionsPage() {
  const list = useListState({ searchIndex: 'UTR' })
  const [params] = useSearchParams()
  const wish = readWishes(listAllTransactions.input, params.toString())
  const { data } = useSuspenseQuery(query(listAllTransactions, wish))
  const { page: _page, limit: _limit, sort: _sort, ...sought } = wish
  return (
    <ListFrame
      title="Transactions"
      list={list}
      fields={FIELDS}
      searchIndex={wish.searchIndex}
      filters={<TransactionFilters wish={wish} onChange={list.change} />}
      action={
        <DownloadList
          endpoint={getTransactionsFile}
          wish={sought}
          name="transactions"
          total={data.totalTransactions}
        />
      }
      total={data.totalTransactions}
    >
      <TransactionsTable transactions={data.transactions} />
    </ListFrame>
  )
}
