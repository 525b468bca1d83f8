import type { GameDetail } from '#contract/orders/players.ts'
import { CheckIcon } from '#web/ui/icons/icons.tsx'

type Props = { player: GameDetail | undefined }

/**
 * The player's name from the game. It stands above the button, where it is visible without scrolling. Screen readers
 * announce changes.
 */
export const PlayerFound = ({ player }: Props) => (
  <output className="block not-empty:mb-3">
    {player?.userName && (
      <span className="flex items-center gap-2.5 rounded-md bg-good-soft px-3 py-2 text-good lg:px-4 lg:py-3">
        <CheckIcon className="size-5 shrink-0" />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <span className="text-sm">Player found</span>
          <span className="font-display text-lg leading-tight font-bold wrap-anywhere">
            {player.userName}
          </span>
        </span>
      </span>
    )}
    {player && !player.userName && (
      <span className="block text-sm text-soft">
        We can’t look up names for this game. Double-check the ID.
      </span>
    )}
  </output>
)
