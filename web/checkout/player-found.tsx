import type { GameDetail } from '#contract/players.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { intoSight } from '#web/ui/into-sight.ts'

type Props = { player: GameDetail | undefined }

/** Who it will be for, as the game itself says it; said aloud when it changes. */
export const PlayerFound = ({ player }: Props) => (
  <output className="block">
    {player?.userName && (
      <span
        ref={intoSight}
        className="flex items-center gap-3 rounded-md bg-good-soft px-4 py-3 text-good"
      >
        <CheckIcon className="size-5 shrink-0" />
        <span className="min-w-0">
          <span className="block text-sm">Player found</span>
          <span className="block font-display text-lg leading-tight font-bold wrap-anywhere">
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
