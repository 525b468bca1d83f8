import { useState } from 'react'
import { Link, useLoaderData, type MetaFunction } from 'react-router'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { loadBoards, type Board } from './load-boards.ts'
import { OwnRank } from './own-rank.tsx'
import { Players } from './players.tsx'
import { Podium } from './podium.tsx'
import { Rewards } from './rewards.tsx'

type Month = 'current' | 'previous'

export const loader = loadBoards

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Leaderboard',
    description: 'The players who spend the most each month, and rewards for the top ten.',
    path: paths.leaderboard,
  })

const MONTHS: { value: Month; label: string }[] = [
  { value: 'current', label: 'Current Leaderboard' },
  { value: 'previous', label: 'Previous Leaderboard' },
]

export default function LeaderboardPage() {
  const { current, previous, daysLeft, lastDay, isPastClosed } = useLoaderData<typeof loader>()
  const [month, setMonth] = useState<Month>('current')
  const isCurrent = month === 'current'
  const shown = isCurrent ? current : previous
  const time = isCurrent ? sayTimeLeft(daysLeft, lastDay) : sayClosed(isPastClosed)
  return (
    <>
      <section className="bg-night text-on-night">
        <div className="mx-auto grid max-w-page items-end gap-x-10 gap-y-8 px-4 pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:pt-12">
          <div className="grid gap-5 lg:pb-12">
            <h1 className="text-3xl">Leaderboard</h1>
            <p className="text-lg">
              <strong className="font-semibold">{shown.month}</strong>
              <span aria-hidden="true"> · </span>
              <span className="sr-only">, </span>
              {time}
            </p>
            <Rewards rewards={shown.rewards} isCurrent={isCurrent} />
          </div>
          <Podium rows={shown.rows} isOpen={isCurrent} />
        </div>
      </section>
      <div className="mx-auto grid max-w-page gap-6 px-4 py-8 lg:py-12">
        <Switch month={month} onChoose={setMonth} />
        {isCurrent && <OwnRank rows={current.rows} />}
        <section
          aria-labelledby="players-title"
          className="facet border border-line bg-stall p-5 sm:p-6"
        >
          <h2 id="players-title" className="text-2xl">
            Top 10 Players
          </h2>
          {isCurrent ? <Current board={current} /> : <Previous board={previous} />}
        </section>
        <WithoutScripts board={previous} />
      </div>
    </>
  )
}

/** The month closes at midnight in the shop's time zone. */
const sayTimeLeft = (daysLeft: number, lastDay: string): string =>
  daysLeft > 1
    ? `${daysLeft} days left, closes on ${lastDay} at midnight IST`
    : 'last day, closes at midnight IST'

const sayClosed = (isClosed: boolean): string =>
  isClosed ? 'final results' : 'ended, final results within the hour'

type SwitchProps = { month: Month; onChoose: (month: Month) => void }

const Switch = ({ month, onChoose }: SwitchProps) => (
  <fieldset className="for-scripted grid grid-cols-2 gap-2 sm:flex">
    <legend className="sr-only">Which month</legend>
    {MONTHS.map(({ value, label }) => (
      <button
        key={value}
        type="button"
        aria-pressed={month === value}
        onClick={() => onChoose(value)}
        className={`max-sm:px-2 max-sm:text-sm max-sm:whitespace-normal ${buttonLook('plain')} aria-pressed:border-lantern-deep aria-pressed:bg-lantern-soft`}
      >
        {label}
      </button>
    ))}
  </fieldset>
)

function Current({ board: { rows, month } }: { board: Board }) {
  if (rows.length > 0) return <Players rows={rows} />
  return (
    <EmptyState
      title="First place is open"
      action={
        <Link to={paths.home} className={buttonLook('primary')}>
          Pick a game
        </Link>
      }
    >
      No order has been delivered in {month} yet. The first one leads the ranking.
    </EmptyState>
  )
}

function Previous({ board: { rows, month } }: { board: Board }) {
  if (rows.length > 0) return <Players rows={rows} />
  return (
    <EmptyState title={`Nobody was ranked in ${month}`}>
      When a month closes, its final ranking stays here for a month. This month’s ranking is still
      open.
    </EmptyState>
  )
}

/** Tabs need scripts, so without scripts the month before is shown below. */
const WithoutScripts = ({ board }: { board: Board }) => (
  <section
    aria-labelledby="previous-title"
    className="for-scriptless facet grid gap-4 border border-line bg-stall p-5 sm:p-6"
  >
    <h2 id="previous-title" className="text-2xl">
      Previous Leaderboard: {board.month}
    </h2>
    <Previous board={board} />
  </section>
)
