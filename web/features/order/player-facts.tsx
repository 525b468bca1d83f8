import type { ReactNode } from 'react'
import type { Game } from '#contract/catalogue/catalog.ts'
import { playerFacts } from '#contract/orders/player-words.ts'
import type { GameDetail } from '#contract/orders/players.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'

type Props = {
  game: Pick<Game, 'inputFieldOne' | 'inputFieldTwo'>
  player: Pick<GameDetail, 'playerId' | 'zoneId' | 'userName'>
  children?: ReactNode
}

/** A player's data with the field names of their game. */
export const PlayerFacts = ({ game, player, children }: Props) => (
  <Facts>
    {children}
    {player.userName && (
      <Fact name="Player Name" isLong>
        {player.userName}
      </Fact>
    )}
    {playerFacts(game, player).map(([name, id]) => (
      <Fact key={name} name={name}>
        {id}
      </Fact>
    ))}
  </Facts>
)
