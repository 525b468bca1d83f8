import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  PauseIcon,
  PlayIcon,
  type IconProps,
} from '#web/ui/icons/icons.tsx'

type Slide = { key: string; name: string; content: ReactNode }
type CarouselProps = { label: string; intervalMs: number; slides: Slide[] }

/**
 * A row that the browser itself scrolls and snaps, so it works by touch, wheel and keyboard, even without JavaScript.
 * It advances by itself unless the visitor looks at it, pauses it or prefers reduced motion.
 */
export function Carousel({ label, intervalMs, slides }: CarouselProps) {
  const row = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState(0)
  const [isStopped, setStopped] = useState(false)
  const [isLookedAt, setLookedAt] = useState(false)
  const isPlaying = !isStopped && !isLookedAt && slides.length > 1

  function turn(by: 1 | -1): void {
    const { clientWidth = 0 } = row.current ?? {}
    const next = (selected + by + slides.length) % slides.length
    const behavior = wantsNoMotion() ? 'instant' : 'smooth'
    row.current?.scrollTo({ left: next * clientWidth, behavior })
  }

  useTurns(() => turn(1), { selected, waitMs: isPlaying ? intervalMs : null })
  const look = () => setLookedAt(true)
  const lookAway = () => setLookedAt(false)

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- they only notice attention
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onMouseEnter={look}
      onMouseLeave={lookAway}
      onTouchStart={look}
      onTouchEnd={lookAway}
      onFocus={look}
      onBlur={lookAway}
      className="grid"
    >
      <ul
        ref={row}
        aria-live={isPlaying ? 'off' : 'polite'}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setSelected(Math.round(scrollLeft / clientWidth))
        }
        className="facet-6 flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
      >
        {slides.map(({ key, name, content }, index) => (
          <li
            key={key}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}: ${name}`}
            className="w-full shrink-0 snap-start"
          >
            {content}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <Controls
          {...{ slides, selected, isStopped, turn }}
          onStop={() => setStopped(!isStopped)}
        />
      )}
    </section>
  )
}

/** Restarts the timer at each slide, so that every slide is shown for the full interval. */
function useTurns(
  turn: () => void,
  { selected, waitMs }: { selected: number; waitMs: number | null },
) {
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    if (waitMs === null || wantsNoMotion()) return
    const timer = setInterval(() => {
      if (!document.hidden) latest.current()
    }, waitMs)
    return () => clearInterval(timer)
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- a new slide restarts the timer
  }, [selected, waitMs])
}

const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

type ControlsProps = {
  slides: Slide[]
  selected: number
  isStopped: boolean
  turn: (by: 1 | -1) => void
  onStop: () => void
}

const Controls = ({ slides, selected, isStopped, turn, onStop }: ControlsProps) => (
  // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys work on each of its buttons
  <div
    onKeyDown={({ key }) => {
      if (key === 'ArrowRight') turn(1)
      if (key === 'ArrowLeft') turn(-1)
    }}
    className="for-scripted flex items-center justify-end gap-1 pt-1"
  >
    <span className="mr-auto flex items-center gap-2.5" aria-hidden="true">
      {slides.map(({ key }, index) => (
        <span
          key={key}
          className={`size-2 rotate-45 bg-current transition-opacity duration-(--duration-calm) ${index === selected ? '' : 'opacity-35'}`}
        />
      ))}
    </span>
    <span className="motion-reduce:hidden">
      <Control
        label={isStopped ? 'Play' : 'Pause'}
        Icon={isStopped ? PlayIcon : PauseIcon}
        onPress={onStop}
      />
    </span>
    <Control label="Previous" Icon={ChevronLeftIcon} onPress={() => turn(-1)} />
    <Control label="Next" Icon={ChevronRightIcon} onPress={() => turn(1)} />
  </div>
)

type ControlProps = { label: string; Icon: (props: IconProps) => ReactNode; onPress: () => void }

/** Inherits its text colour, because the carousel may sit on a dark background in the light theme. */
const Control = ({ label, Icon, onPress }: ControlProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    onClick={onPress}
    className="grid size-11 place-items-center rounded-md hover:bg-current/10"
  >
    <Icon />
  </button>
)
