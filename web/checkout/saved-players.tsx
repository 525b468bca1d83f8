import { useState } from 'react'
import type { GameDetail } from '#contract/players.ts'
import { Button } from '#web/ui/button.tsx'

const SHOWN_MAX = 4

type Props = {
  saved: GameDetail[]
  chosen: GameDetail | undefined
  onChoose: (detail: GameDetail) => void
}

/** Who was bought for before: a press fills the fields. */
export function SavedPlayers({ saved, chosen, onChoose }: Props) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? saved : saved.slice(0, SHOWN_MAX)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Saved Game Details</legend>
      <ul className="grid gap-2 sm:grid-cols-2">
        {shown.map((detail) => (
          <li key={detail._id}>
            <SavedPlayer
              detail={detail}
              isChosen={detail._id === chosen?._id}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {shown.length < saved.length && (
        <Button look="quiet" size="sm" className="justify-self-start" onClick={() => setAll(true)}>
          Show all {saved.length}
        </Button>
      )}
    </fieldset>
  )
}

type SavedPlayerProps = {
  detail: GameDetail
  isChosen: boolean
  onChoose: (detail: GameDetail) => void
}

const SavedPlayer = ({ detail, isChosen, onChoose }: SavedPlayerProps) => (
  <label className="relative flex h-full items-center gap-3 rounded-md border border-line bg-raised px-4 py-2.5 hover:border-edge has-checked:border-lantern-deep has-checked:bg-lantern-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-glass">
    <input
      type="radio"
      name="saved"
      checked={isChosen}
      onChange={() => onChoose(detail)}
      className="size-4 shrink-0 accent-lantern-deep"
    />
    <span className="grid min-w-0">
      <span className="leading-snug font-semibold wrap-anywhere">
        {detail.userName || detail.playerId}
      </span>
      <span className="text-sm text-soft wrap-anywhere">{describe(detail)}</span>
    </span>
  </label>
)

/** Where they play, and their ids; a zone stands in brackets. */
function describe({ gameFrom, playerId, zoneId }: GameDetail): string {
  const ids = zoneId ? `${playerId} (${zoneId})` : playerId
  return gameFrom ? `${gameFrom} · ${ids}` : ids
}
