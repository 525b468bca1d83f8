import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FullGame } from '#contract/catalogue/games.ts'
import { paths } from '#web/paths.ts'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'

type Props = {
  title: string
  step: 'game' | 'items'
  /** Null for a new game, which has no second step yet. */
  game: FullGame | null
  action?: ReactNode
  children: ReactNode
}

/** Frame of both steps: the game, then its packs. */
export const GameFrame = ({ title, step, game, action, children }: Props) => (
  <>
    <Link
      to={paths.adminGames}
      className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
    >
      <ChevronLeftIcon className="size-4" /> All games
    </Link>
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h1 className="text-3xl wrap-anywhere">{title}</h1>
      {action}
    </div>
    <nav aria-label="Steps">
      <ol className="flex flex-wrap gap-2">
        <Step
          number={1}
          label={game ? 'Game' : 'Add Game'}
          to={game && paths.adminGame(game.gameSlug)}
          isHere={step === 'game'}
        />
        <Step
          number={2}
          label={game ? `Game Items (${game.itemId.length})` : 'Add Game Item'}
          to={game && paths.adminItems(game.gameSlug)}
          isHere={step === 'items'}
        />
      </ol>
    </nav>
    {children}
  </>
)

type StepProps = { number: number; label: string; to: string | null; isHere: boolean }

const stepLook =
  'inline-flex min-h-11 items-center gap-2.5 rounded-md px-3 font-semibold text-soft ' +
  'aria-[current]:bg-lantern-soft aria-[current]:text-ink'

const Step = ({ number, label, to, isHere }: StepProps) => {
  const words = (
    <>
      <span className="grid size-6 place-items-center rounded-full border border-current text-xs tabular-nums">
        {number}
      </span>
      {label}
    </>
  )
  return (
    <li>
      {to ? (
        <Link
          to={to}
          aria-current={isHere ? 'step' : undefined}
          className={`${stepLook} hover:bg-sunken`}
        >
          {words}
        </Link>
      ) : (
        <span aria-current={isHere ? 'step' : undefined} className={stepLook}>
          {words}
        </span>
      )}
    </li>
  )
}
