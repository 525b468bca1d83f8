import { useState } from 'react'
import { nameOption } from '#contract/orders/player-words.ts'
import type { GameDetail } from '#contract/orders/players.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'

const SHOWN_MAX = 4

type Props = {
  saved: GameDetail[]
  chosen: GameDetail | undefined
  onChoose: (detail: GameDetail) => void
}

/** Players from earlier purchases. Choosing one fills the fields. */
export function SavedPlayers({ saved, chosen, onChoose }: Props) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? saved : saved.slice(0, SHOWN_MAX)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Saved Game Details</legend>
      <ul className="grid gap-2 sm:grid-cols-2">
        {shown.map((detail) => (
          <li key={detail._id}>
            <RadioCard
              group="saved"
              isChosen={detail._id === chosen?._id}
              onChoose={() => onChoose(detail)}
              title={detail.userName || detail.playerId}
              className="grid"
            >
              {describe(detail)}
            </RadioCard>
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

/** The game's origin and the player's ids, with the zone in brackets. */
function describe({ gameFrom, playerId, zoneId }: GameDetail): string {
  const ids = zoneId ? `${playerId} (${nameOption(zoneId)})` : playerId
  return gameFrom ? `${gameFrom} · ${ids}` : ids
}
