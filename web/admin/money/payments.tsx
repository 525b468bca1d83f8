import { useSuspenseQuery } from '@tanstack/react-query'
import type { Input } from '#contract/core/endpoint.ts'
import {
  GatewayName,
  listPayments,
  PaymentPurpose,
  PaymentState,
} from '#contract/money/payments.ts'
import { query } from '#web/api/call.ts'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Input as TextInput } from '#web/ui/form/field.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { GatewayChoice } from './gateway-choice.tsx'
import { PaymentsTable } from '#web/admin/tables/payments-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { isMoving } from '#web/admin/tables/use-order-payments.ts'

const PAGE_SIZE = 10
const ASK_EVERY_MS = 2_000

const FIELDS = [
  { value: 'reference', label: 'Reference' },
  { value: 'UTR', label: 'UTR' },
  { value: 'invoiceId', label: 'Invoice Id' },
  { value: 'email', label: 'Email' },
]
const STATES = [
  { value: '', label: 'Any' },
  { value: 'open', label: 'Open' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
]
const PURPOSES = [
  { value: '', label: 'Any' },
  { value: 'order', label: 'Order' },
  { value: 'top-up', label: 'Wallet' },
]

type List = ReturnType<typeof useListState>
type PaymentFilters = Input<typeof listPayments>

/** Ignores query parameters with unknown values. */
function readFilters({ page, search, searchIndex, input }: List): PaymentFilters {
  const gateway = GatewayName.safeParse(input('gateway')).data
  const state = PaymentState.safeParse(input('state')).data
  const purpose = PaymentPurpose.safeParse(input('purpose')).data
  return {
    page,
    limit: PAGE_SIZE,
    search,
    searchIndex: listPayments.input.shape.searchIndex.safeParse(searchIndex).data ?? 'reference',
    ...(gateway && { gateway }),
    ...(state && { state }),
    ...(purpose && { purpose }),
  }
}

/** All payments, with their results and payouts. */
export function Payments() {
  const list = useListState({ searchIndex: 'reference' })
  const input = readFilters(list)
  const { data } = useSuspenseQuery({
    ...query(listPayments, input),
    refetchInterval: ({ state }) => (state.data?.payments.some(isMoving) ? ASK_EVERY_MS : false),
  })
  return (
    <div className="grid gap-6">
      <PaymentSearch list={list} input={input} />
      {data.payments.length > 0 ? (
        <PaymentsTable payments={data.payments} />
      ) : (
        <EmptyState title="No such payments">
          No payments match. Search for something else, or remove a filter.
        </EmptyState>
      )}
      <Pagination
        page={input.page}
        pageCount={Math.ceil(data.totalPayments / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </div>
  )
}

const PaymentSearch = ({ list, input }: { list: List; input: PaymentFilters }) => (
  <search className="grid gap-3">
    <div className="flex flex-wrap gap-3">
      <Select
        aria-label="Search in"
        options={FIELDS}
        value={input.searchIndex}
        onChange={(event) => list.change({ searchIndex: event.target.value })}
        className="w-36"
      />
      <TextInput
        type="search"
        aria-label="Search"
        placeholder="Search"
        defaultValue={input.search}
        onChange={(event) => list.changeSoon({ search: event.target.value })}
        className="min-w-0 flex-1"
      />
    </div>
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <GatewayChoice value={input.gateway} onChange={(gateway) => list.change({ gateway })} />
      <Choice
        label="State"
        options={STATES}
        value={input.state}
        onChange={(state) => list.change({ state })}
      />
      <Choice
        label="For"
        options={PURPOSES}
        value={input.purpose}
        onChange={(purpose) => list.change({ purpose })}
      />
    </div>
  </search>
)
