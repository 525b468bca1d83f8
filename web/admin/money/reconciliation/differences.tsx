import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '#contract/core/endpoint.ts'
import { compareBooks, GatewayName, listDifferences } from '#contract/money/payments.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { useDebounce } from '#web/ui/hooks/use-debounce.ts'
import { GatewayChoice } from '#web/admin/money/gateway-choice.tsx'
import { DifferencesTable } from './differences-table.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

const PAGE_SIZE = 10
const ASK_EVERY_MS = 1_000
const WAIT_MAX_MS = 60_000

const SHOWN = [
  { value: '', label: 'Open' },
  { value: 'yes', label: 'Settled' },
  { value: 'all', label: 'All' },
]

type List = ReturnType<typeof useListState>
type DifferenceFilters = Input<typeof listDifferences>

/** Shows open differences unless another filter is set. */
function readFilters({ page, input }: List): DifferenceFilters {
  const gateway = GatewayName.safeParse(input('gateway')).data
  const isSettled = input('isSettled')
  return {
    page,
    limit: PAGE_SIZE,
    ...(isSettled !== 'all' && { isSettled: isSettled === 'yes' ? 'yes' : 'no' }),
    ...(gateway && { gateway }),
  }
}

/** Differences between the books of the gateways and those of the shop. */
export function Differences() {
  const list = useListState({ searchIndex: '' })
  const input = readFilters(list)
  const { waitsFor, beginWait } = useWait()
  const { data } = useSuspenseQuery({
    ...query(listDifferences, input),
    refetchInterval: ({ state }) => (waitsFor(state.data?.comparedAt) ? ASK_EVERY_MS : false),
  })
  const { differences, totalDifferences, comparedAt } = data
  return (
    <div className="grid gap-6">
      <CompareNow
        comparedAt={comparedAt}
        isWaiting={waitsFor(comparedAt)}
        onBegun={() => beginWait(comparedAt)}
      />
      <search className="grid grid-cols-2 gap-3">
        <Choice
          label="Show"
          options={SHOWN}
          value={input.isSettled === undefined ? 'all' : list.input('isSettled')}
          onChange={(isSettled) => list.change({ isSettled })}
        />
        <GatewayChoice value={input.gateway} onChange={(gateway) => list.change({ gateway })} />
      </search>
      {differences.length > 0 ? (
        <DifferencesTable differences={differences} />
      ) : (
        <NoDifferences isSettled={input.isSettled === 'yes'} comparedAt={comparedAt} />
      )}
      <Pagination
        page={input.page}
        pageCount={Math.ceil(totalDifferences / PAGE_SIZE)}
        onChange={(next) => list.change({ page: String(next) })}
      />
    </div>
  )
}

type Compared = string | null

/** A job compares the books. The wait ends when `comparedAt` changes. */
function useWait() {
  const [before, setBefore] = useState<Compared>()
  const pause = useDebounce(WAIT_MAX_MS)
  return {
    waitsFor: (comparedAt: Compared | undefined) => before !== undefined && before === comparedAt,
    beginWait(comparedAt: Compared) {
      setBefore(comparedAt)
      pause.thenRun(() => setBefore(undefined)) // the time never changes if no gateway can be reached
    },
  }
}

type CompareProps = { comparedAt: Compared; isWaiting: boolean; onBegun: () => void }

function CompareNow({ comparedAt, isWaiting, onBegun }: CompareProps) {
  const compare = useSend(compareBooks, { onDone: onBegun })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <output className="text-soft">
        {comparedAt
          ? `The books were last compared on ${formatDate(comparedAt)}.`
          : 'The books were never compared.'}
      </output>
      <Button
        isBusy={compare.isPending || isWaiting}
        busyLabel="Comparing..."
        onClick={() => compare.mutate({})}
      >
        Compare now
      </Button>
    </div>
  )
}

type NoneProps = { isSettled: boolean; comparedAt: string | null }

function NoDifferences({ isSettled, comparedAt }: NoneProps) {
  if (isSettled)
    return (
      <EmptyState title="Nothing settled">No settled difference matches these filters.</EmptyState>
    )
  if (comparedAt === null)
    return (
      <EmptyState title="Nothing compared yet">
        The books are compared once a day. You can also compare them now.
      </EmptyState>
    )
  return (
    <EmptyState title="The books agree">
      The gateways’ payments and refunds match the shop’s books.
    </EmptyState>
  )
}
