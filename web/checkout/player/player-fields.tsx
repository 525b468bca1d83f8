import type { Game } from '#contract/catalogue/catalog.ts'
import { nameOption, playerLabels } from '#contract/orders/player-words.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import { secondFieldOf, type Player, type Problems } from './player.ts'

type Props = {
  game: Game
  player: Player
  problems: Problems
  onChange: (player: Player) => void
}

/** The fields that identify a player of this game, with the game's own labels. */
export function PlayerFields({ game, player, problems, onChange }: Props) {
  const second = secondFieldOf(game)
  return (
    <div className={second ? 'grid items-start gap-5 sm:grid-cols-2' : 'grid gap-5'}>
      <Field label={playerLabels(game).playerId} error={problems.playerId}>
        {(wiring) => (
          <Input
            {...wiring}
            name="playerId"
            value={player.playerId}
            onChange={({ target }) => onChange({ ...player, playerId: target.value })}
            {...plain}
          />
        )}
      </Field>
      {second && (
        <Field label={second.label} error={problems.zoneId}>
          {(wiring) =>
            second.options.length > 0 ? (
              <Select
                {...wiring}
                name="zoneId"
                value={player.zoneId}
                onChange={({ target }) => onChange({ ...player, zoneId: target.value })}
                options={['', ...second.options].map(toOption)}
              />
            ) : (
              <Input
                {...wiring}
                name="zoneId"
                value={player.zoneId}
                onChange={({ target }) => onChange({ ...player, zoneId: target.value })}
                {...plain}
              />
            )
          }
        </Field>
      )}
    </div>
  )
}

const toOption = (value: string) => ({ value, label: nameOption(value) || 'Choose' })

/** Turns off autocorrection, because a player id is not a word. */
const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
