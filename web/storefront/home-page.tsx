import { Link, type MetaFunction } from 'react-router'
import { StallScene } from '#web/layouts/stall-scene.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'

export const meta: MetaFunction = () => [
  { title: 'Gemstall: game top-ups at any hour' },
  {
    name: 'description',
    content:
      'Buy in-game currency for your games, pay from your wallet or by UPI, and have it in moments.',
  },
]

const STEPS = [
  {
    title: 'Pick a pack',
    words: 'Find your game and the pack that fits. The price you see is the price you pay.',
  },
  {
    title: 'Name your player',
    words: 'Enter the player ID. We look the player up and show you the name before you pay.',
  },
  {
    title: 'Pay, and play',
    words: 'Pay from your wallet or by UPI. The pack goes to your player in moments.',
  },
]

export default function HomePage() {
  return (
    <>
      <section className="relative isolate overflow-hidden bg-night text-on-night">
        <div className="mx-auto grid max-w-page content-center gap-5 px-4 pt-12 pb-8 md:min-h-120 md:py-24">
          <h1 className="max-w-[12ch] text-hero">Gems for your game, at any hour</h1>
          <p className="max-w-[38ch] text-lg">
            Top up in moments, pay in rupees or dollars, and watch your order until it has arrived.
          </p>
          <p className="flex flex-wrap gap-3">
            <Link to={paths.signup} className={`for-visitors ${buttonLook('primary')}`}>
              Create your account
            </Link>
            <Link to={paths.dashboard} className={`for-members ${buttonLook('primary')}`}>
              Go to your dashboard
            </Link>
          </p>
        </div>
        <StallScene className="h-72 w-full md:absolute md:inset-y-0 md:right-0 md:-z-10 md:h-full md:w-3/5 md:mask-l-from-80% lg:right-[max(0px,calc(50%-41rem))] lg:w-176 lg:mask-x-from-75%" />
      </section>
      <section className="mx-auto grid max-w-page gap-8 px-4 py-14">
        <h2 className="text-2xl">How it works</h2>
        <ol className="grid gap-4 md:grid-cols-3">
          {STEPS.map(({ title, words }, index) => (
            <li key={title} className="facet border border-line bg-stall p-6 shadow-low">
              <span className="money text-2xl font-heavy text-lantern-deep">{index + 1}</span>
              <h3 className="mt-2 text-xl">{title}</h3>
              <p className="mt-2 text-soft">{words}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
