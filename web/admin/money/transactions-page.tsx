import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { exportTransactions } from '#contract/backoffice/exports.ts'
import { listAllTransactions } from '#contract/money/wallet.ts'
import { query } from '#web/api/call.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { readParams } from '#web/features/list-filters/read-params.ts'
import { useNewKeys } from '#web/ui/hooks/use-new-keys.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { DownloadList } from '#web/admin/tasks/download-list.tsx'
import { ListFrame } from '#web/admin/list/list-frame.tsx'
import { TransactionFilters } from './transaction-filters.tsx'
import { TransactionsTable } from '#web/admin/tables/transactions-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

export const meta = titled('Transactions')

const FIELDS = [
  { value: 'UTR', label: 'UTR' },
  { value: 'email', label: 'Email' },
]

export default function TransactionsPage() {
  const list = useListState({ searchIndex: 'UTR' })
  const [params] = useSearchParams()
  const input = readParams(listAllTransactions.input, params.toString())
  const { data } = useSuspenseQuery(query(listAllTransactions, input))
  const newKeys = useNewKeys(
    params.toString(),
    data.transactions.map(({ _id }) => _id),
  )
  const { page: _page, limit: _limit, sort: _sort, ...sought } = input
  const { status, month, from, to } = input
  return (
    <ListFrame
      title="Transactions"
      list={list}
      empty={{
        title: 'No transactions yet',
        words:
          'Money that enters or leaves a wallet appears here. Customers can add money once a payment gateway is set up.',
        action: (
          <OfficeLink isExtra to={paths.paymentGateway} className={buttonLook('primary')}>
            Set up a payment gateway
          </OfficeLink>
        ),
      }}
      fields={FIELDS}
      searchIndex={input.searchIndex}
      filters={<TransactionFilters input={input} onChange={list.change} />}
      action={
        <DownloadList
          endpoint={exportTransactions}
          kind="export-transactions"
          input={sought}
          isEmpty={data.totalTransactions === 0}
        />
      }
      isFiltered={Boolean(status ?? month ?? from ?? to)}
      total={data.totalTransactions}
    >
      <TransactionsTable transactions={data.transactions} newKeys={newKeys} />
    </ListFrame>
  )
}
