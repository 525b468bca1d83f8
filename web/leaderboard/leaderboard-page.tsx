import { useState } from 'react'
import { Link, type MetaFunction } from 'react-router'
import { describePage } from '#web/layouts/head.ts'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TrophyIcon } from '#web/ui/icons.tsx'
import { Podium } from './podium.tsx'

type Month = 'current' | 'previous'

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Leaderboard',
    description: 'The players who spend the most in a month, and the rewards of the first ten.',
    path: paths.leaderboard,
  })

const MONTHS: { value: Month; label: string }[] = [
  { value: 'current', label: 'Current Leaderboard' },
  { value: 'previous', label: 'Previous Leaderboard' },
]

const REWARDS = ['1st', '2nd', '3rd', 'Top 10']

export default function LeaderboardPage() {
  const [month, setMonth] = useState<Month>('current')
  return (
    <>
      <section className="bg-night text-on-night">
        <div className="mx-auto grid max-w-page items-end gap-x-10 gap-y-8 px-4 pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] lg:pt-12">
          <div className="grid gap-5 lg:pb-12">
            <h1 className="text-3xl">Leaderboard</h1>
            <p className="max-w-[46ch]">
              A month’s ranking is counted from paid orders. When the month closes, the rewards go
              to the winners’ wallets by themselves.
            </p>
            <Rewards month={month} />
          </div>
          <Podium />
        </div>
      </section>
      <div className="mx-auto grid max-w-page gap-6 px-4 py-8 lg:py-12">
        <fieldset className="grid grid-cols-2 gap-2 sm:flex">
          <legend className="sr-only">Which month</legend>
          {MONTHS.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-pressed={month === value}
              onClick={() => setMonth(value)}
              className={`max-sm:px-2 max-sm:text-sm max-sm:whitespace-normal ${buttonLook('plain')} aria-pressed:border-lantern-deep aria-pressed:bg-lantern-soft`}
            >
              {label}
            </button>
          ))}
        </fieldset>
        <section
          aria-labelledby="players-title"
          className="facet border border-line bg-stall p-5 sm:p-6"
        >
          <h2 id="players-title" className="text-2xl">
            Top 10 Players
          </h2>
          <EmptyState
            title={month === 'current' ? 'Nobody is ranked yet' : 'No month has closed yet'}
          >
            {month === 'current'
              ? 'The first ranking appears here as soon as orders are counted.'
              : 'The ranking of the first month stays here once it has closed.'}
          </EmptyState>
          <p className="text-center">
            <Link to={paths.home} className={buttonLook('primary')}>
              Pick a game
            </Link>
          </p>
        </section>
      </div>
    </>
  )
}

const Rewards = ({ month }: { month: Month }) => (
  <section
    aria-labelledby="rewards-title"
    className="facet grid max-w-140 gap-4 border border-on-night/20 bg-on-night/8 p-5"
  >
    <h2 id="rewards-title" className="flex items-center gap-2.5 text-xl">
      <TrophyIcon className="size-6 text-gold" />
      Top 10 Rewards
    </h2>
    <dl className="grid grid-cols-4 gap-2 text-center">
      {REWARDS.map((place) => (
        <div key={place} className="grid gap-1">
          <dt className="text-sm">{place}</dt>
          <dd className="money text-lg" aria-label="not set yet">
            –
          </dd>
        </div>
      ))}
    </dl>
    <p className="text-sm">
      {month === 'current'
        ? 'The rewards of this month are not set yet.'
        : 'No rewards were set for the month before.'}
    </p>
  </section>
)
