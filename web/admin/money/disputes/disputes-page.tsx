import { useSuspenseQuery } from '@tanstack/react-query'
import { listDisputes } from '#contract/money/disputes.ts'
import { GatewayName } from '#contract/money/gateways.ts'
import { query } from '#web/api/call.ts'
import { GatewayChoice } from '#web/admin/money/gateway-choice.tsx'
import { PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { DisputesTable } from './disputes-table.tsx'

export const meta = titled('Disputes')

const SHOWN = [
  { value: '', label: 'Open' },
  { value: 'no', label: 'Ended' },
  { value: 'all', label: 'All' },
]

/** Payments that customers or banks contest, those still open first. */
export default function DisputesPage() {
  const list = useListState()
  const gateway = GatewayName.safeParse(list.input('gateway')).data
  const shown = list.input('isOpen')
  const { data } = useSuspenseQuery(
    query(listDisputes, {
      page: list.page,
      limit: PAGE_SIZE,
      ...(shown !== 'all' && { isOpen: shown === 'no' ? 'no' : 'yes' }),
      ...(gateway && { gateway }),
    }),
  )
  return (
    <>
      <h1 className="text-3xl">Disputes</h1>
      <search className="grid max-w-md grid-cols-2 gap-3">
        <Choice
          label="Show"
          options={SHOWN}
          value={shown}
          onChange={(isOpen) => list.change({ isOpen })}
        />
        <GatewayChoice value={gateway} onChange={(chosen) => list.change({ gateway: chosen })} />
      </search>
      {data.disputes.length > 0 ? (
        <DisputesTable disputes={data.disputes} />
      ) : (
        <EmptyState title={shown === 'all' ? 'No disputes' : 'Nothing here'}>
          When a customer or a bank contests a payment, it appears here with its deadline, and
          administrators get an email.
        </EmptyState>
      )}
      <Pagination
        page={list.page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </>
  )
}
