import type { listGameNames } from '#contract/catalogue/catalog.ts'
import type { Output } from '#contract/core/endpoint.ts'
import { useFormContext } from 'react-hook-form'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { RuleList } from '#web/admin/forms/rule-list.tsx'

type Props = { games: Output<typeof listGameNames> }

/** Games with another rate or code than the shop's. */
export function GameRules({ games }: Props) {
  const { getValues } = useFormContext<{ games: { gameId: string }[] }>()
  const known = games.map(({ _id, gameName }) => ({ value: _id, label: gameName }))
  const gone = getValues('games')
    .filter(({ gameId }) => known.every(({ value }) => value !== gameId))
    .map(({ gameId }) => ({ value: gameId, label: 'A game that is no longer sold' }))
  const options = [...known, ...gone]
  if (options.length === 0) return null
  const added = { gameId: options[0]!.value, percent: '18', sac: '998439', isVoucher: false }
  return (
    <RuleList
      name="games"
      title="Games with their own tax"
      one="Game"
      added={added}
      addLabel="Add a game"
    >
      {(field) => (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-3">
            <SelectField name={`${field}.gameId`} label="Game" options={options} />
            <TextField
              name={`${field}.percent`}
              label="Percent"
              inputMode="decimal"
              autoComplete="off"
              className="money"
            />
            <TextField name={`${field}.sac`} label="SAC" inputMode="numeric" autoComplete="off" />
          </div>
          <CheckField
            name={`${field}.isVoucher`}
            label="Its packs are vouchers, which have no tax"
          />
        </>
      )}
    </RuleList>
  )
}
