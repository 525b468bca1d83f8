import { Link } from 'react-router'
import { NightScene } from '#web/features/pictures/night-scene.tsx'
import { paths } from '#web/paths.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Banners } from './banners.tsx'
import type { Slide } from './load-home.ts'

const TITLE = 'Gems for your game, at any time'
const PROMISE = 'Top up your game, pay the way you like, and follow your order until it arrives.'

/** The shop's headline and banners. On phones it is compact, to leave room for the games. */
export const Hero = ({ slides }: { slides: Slide[] }) =>
  slides.length > 0 ? <Shown slides={slides} /> : <Alone />

const Shown = ({ slides }: { slides: Slide[] }) => (
  <section className="bg-night text-on-night">
    <div className="mx-auto grid max-w-page items-center gap-x-10 gap-y-3 px-4 pt-4 pb-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:py-8">
      <div className="grid gap-4">
        <h1 className="text-xl lg:text-3xl">{TITLE}</h1>
        <p className="hidden max-w-[34ch] text-lg lg:block">{PROMISE}</p>
        <div className="hidden lg:block">
          <Begin />
        </div>
      </div>
      <Banners slides={slides} />
    </div>
  </section>
)

const Alone = () => (
  <section className="relative isolate overflow-hidden bg-night text-on-night">
    <div className="mx-auto grid max-w-page content-center gap-3 px-4 py-5 md:min-h-120 md:gap-5 md:py-24">
      <h1 className="text-2xl md:max-w-[12ch] md:text-hero">{TITLE}</h1>
      <p className="max-w-[38ch] md:text-lg">{PROMISE}</p>
      <Begin />
    </div>
    <NightScene className="hidden md:block md:absolute md:inset-y-0 md:right-0 md:-z-10 md:h-full md:w-3/5 md:mask-l-from-80% lg:right-[max(0px,calc(50%-41rem))] lg:w-176 lg:mask-x-from-75%" />
  </section>
)

const Begin = () => (
  <p className="flex flex-wrap gap-3">
    <Link to={paths.signup} className={`for-visitors ${buttonLook('primary')}`}>
      Create your account
    </Link>
    <Link to={paths.dashboard} className={`for-members ${buttonLook('primary')}`}>
      Go to your dashboard
    </Link>
  </p>
)
