import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Output } from '#contract/core/endpoint.ts'
import { getPrizes, listLeaderboard, type Prizes } from '#contract/orders/leaderboard.ts'
import { formatMoney } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { ListFrame, PAGE_SIZE } from '#web/admin/list/list-frame.tsx'
import { ReclaimPrize } from './reclaim-prize.tsx'
import { useListState } from '#web/admin/list/use-list-state.ts'

const PERIODS = [
  { value: 'current', label: 'This month' },
  { value: 'previous', label: 'Last month' },
]
const FIELDS = [
  { value: 'email', label: 'Email' },
  { value: 'phone', label: 'Phone' },
  { value: 'fullName', label: 'Name' },
]

const { period: Period, searchIndex: Field } = listLeaderboard.input.shape

/** Ranks customers by spending, with the prize of each. */
export function Ranking() {
  const list = useListState({ searchIndex: 'email' })
  const { page, search } = list
  const period = Period.safeParse(list.input('period') || undefined).data ?? 'current'
  const searchIndex = Field.safeParse(list.searchIndex).data ?? 'email'
  const ranking = useSuspenseQuery(
    query(listLeaderboard, { page, limit: PAGE_SIZE, search, searchIndex, period, sort: 'rank' }),
  ).data
  const [reclaimed, setReclaimed] = useState<Ranked | null>(null)
  const { currentPrize, previousPrize } = useSuspenseQuery(query(getPrizes, {})).data
  return (
    <ListFrame
      title="Leaderboard"
      isPart
      list={list}
      empty={{
        title: 'No ranking yet',
        words: 'Customers appear once one of their orders is delivered this month.',
      }}
      fields={FIELDS}
      searchIndex={searchIndex}
      total={ranking.total}
      isFiltered={period !== 'current'}
      filters={
        <Select
          aria-label="Month"
          options={PERIODS}
          value={period}
          onChange={(event) => list.change({ period: event.target.value })}
          className="w-40"
        />
      }
    >
      <Table
        caption="Leaderboard"
        columns={[
          ...columns(period === 'current' ? currentPrize : previousPrize),
          ...(period === 'previous' ? [actions(setReclaimed)] : []),
        ]}
        rows={ranking.leaderboard}
        keyOf={({ rank }) => String(rank)}
      />
      {reclaimed && (
        <ReclaimPrize
          period={ranking.period}
          rank={reclaimed.rank}
          fullName={reclaimed.userId.fullName}
          due={dueOf(reclaimed)}
          onClose={() => setReclaimed(null)}
        />
      )}
    </ListFrame>
  )
}

type Ranked = Output<typeof listLeaderboard>['leaderboard'][number]

const columns = (prizes: Prizes): Column<Ranked>[] => [
  {
    title: 'Place',
    cell: ({ rank }) => <span className="font-semibold tabular-nums">{rank}</span>,
  },
  { title: 'Name', cell: ({ userId }) => <span className="font-medium">{userId.fullName}</span> },
  {
    title: 'Email',
    cell: ({ userId }) => <span className="wrap-anywhere">{userId.email ?? 'Deleted'}</span>,
  },
  {
    title: 'Spent',
    isFigure: true,
    cell: ({ spend, refunded }) => (
      <>
        {formatMoney(spend, 'INR')}
        {refunded > 0 && <Note>{formatMoney(refunded, 'INR')} refunded since</Note>}
      </>
    ),
  },
  {
    title: 'Prize',
    isFigure: true,
    cell: (row) => {
      const amount = row.prize ?? prizeOf(row.rank, prizes)
      return (
        <>
          {amount > 0 ? formatMoney(amount, 'INR') : 'None'}
          {row.isPaid && <Note>Paid</Note>}
          {row.withheld > 0 && <Note>{formatMoney(row.withheld, 'INR')} withheld</Note>}
          {row.reclaimed > 0 && <Note>{formatMoney(row.reclaimed, 'INR')} reclaimed</Note>}
        </>
      )
    },
  },
]

const Note = ({ children }: { children: ReactNode }) => (
  <span className="block text-soft">{children}</span>
)

/** The part of a paid prize that can still be reclaimed. */
const dueOf = ({ isPaid, prize, reclaimed }: Ranked): number =>
  isPaid ? (prize ?? 0) - reclaimed : 0

const actions = (onReclaim: (row: Ranked) => void): Column<Ranked> => ({
  title: 'Actions',
  isAction: true,
  cell: (row) => dueOf(row) > 0 && <Button onClick={() => onReclaim(row)}>Reclaim prize</Button>,
})

const RANK_MAX = 10

/** Prize for a rank if the month closed now. */
function prizeOf(rank: number, prizes: Prizes): number {
  if (rank > RANK_MAX) return 0
  const first = [prizes.firstPrize, prizes.secondPrize, prizes.thirdPrize]
  return first[rank - 1] ?? prizes.topTenPrize
}
