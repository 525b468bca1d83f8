import { TrophyIcon } from '#web/ui/icons/icons.tsx'
import type { Board } from './load-boards.ts'

type RewardsProps = { rewards: Board['rewards']; isCurrent: boolean }

export const Rewards = ({ rewards, isCurrent }: RewardsProps) => (
  <section
    aria-labelledby="rewards-title"
    className="facet grid max-w-140 gap-4 border border-on-night/20 bg-on-night/8 p-5"
  >
    <h2 id="rewards-title" className="flex items-center gap-2.5 text-xl">
      <TrophyIcon className="size-6 text-gold" />
      Top 10 Rewards
    </h2>
    <dl className="grid grid-cols-2 gap-x-2 gap-y-3 text-center sm:grid-cols-4">
      {rewards.map(({ place, amount }) => (
        <div key={place} className="grid gap-1">
          <dt className="text-sm">{place}</dt>
          <dd className="money text-lg">{amount ?? <None />}</dd>
        </div>
      ))}
    </dl>
    <p className="text-sm">{explain(rewards, isCurrent)}</p>
  </section>
)

const None = () => (
  <>
    <span aria-hidden="true">–</span>
    <span className="sr-only">none</span>
  </>
)

function explain(rewards: Board['rewards'], isCurrent: boolean): string {
  const isSet = rewards.some(({ amount }) => amount !== null)
  if (isCurrent)
    return isSet
      ? 'When the month closes, we add the rewards to the winners’ wallets.'
      : 'This month’s rewards aren’t set yet.'
  return isSet
    ? 'Added to the winners’ wallets when the month closed.'
    : 'No rewards were set for that month.'
}
