import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { toDecimal } from '#contract/core/money.ts'
import {
  listPriceRules,
  putPriceRule,
  type GameWithRule,
  type PriceRule,
} from '#contract/catalogue/suppliers/prices.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PriceFields, PriceRuleFormValues } from './price-fields.tsx'
import { PricePreview } from './price-preview.tsx'

const AT_FIRST = {
  kind: 'percent' as const,
  margin: '8',
  resellerMargin: '',
  roundTo: '1.00',
  roundMinus: '0',
  changeMax: '25',
}

const hundredths = (minor: number): string => String(minor / 100)

/** Converts a rule to the text of its form. */
const toFormValues = (rule: PriceRule) => ({
  kind: rule.kind,
  margin: hundredths(rule.margin),
  resellerMargin: rule.resellerMargin === null ? '' : hundredths(rule.resellerMargin),
  roundTo: toDecimal(rule.roundTo, 'INR'),
  roundMinus: toDecimal(rule.roundMinus, 'INR'),
  changeMax: String(rule.changeMax),
})

type Props = { gameSlug: string; onSaved: (before: GameWithRule | undefined) => void }

/** Edits a game's price rule beside a preview of the resulting prices. */
export function PriceEditor({ gameSlug, onSaved }: Props) {
  const input = { page: 1, limit: 100, search: gameSlug }
  const { games } = useSuspenseQuery(query(listPriceRules, input)).data
  const { data: names } = useSuspenseQuery(query(listGameNames, {}))
  const known = games.find((game) => game.gameSlug === gameSlug)
  const name = names.find((game) => game.gameSlug === gameSlug)?.gameName ?? gameSlug
  const [initial] = useState(known ? toFormValues(known.rule) : AT_FIRST)
  const [rule, setRule] = useState(() => PriceRuleFormValues.parse(initial))
  const save = useSend(putPriceRule, {
    refetch: [listPriceRules],
    onDone: () => onSaved(known),
  })
  return (
    <div className="grid gap-6">
      <Card title={`Price rule of ${name}`} className="grid gap-5">
        <Form
          schema={PriceRuleFormValues}
          initial={initial}
          submit={{ label: 'Save rule', busyLabel: 'Saving...' }}
          onSubmit={(typed) => save.mutateAsync({ gameSlug, ...typed })}
        >
          <PriceFields onChange={setRule} />
        </Form>
        <BackToAll />
      </Card>
      <PricePreview gameSlug={gameSlug} rule={rule} />
    </div>
  )
}

/** Picks the game for a new rule. */
export function ChooseGame({ onChoose }: { onChoose: (gameSlug: string) => void }) {
  const { data: names } = useSuspenseQuery(query(listGameNames, {}))
  const options = names.map(({ gameSlug, gameName }) => ({ value: gameSlug, label: gameName }))
  return (
    <Card title="New price rule" className="grid max-w-text gap-5">
      <Choice
        label="Game"
        options={[{ value: '', label: 'Choose a game' }, ...options]}
        value=""
        onChange={onChoose}
      />
      <BackToAll />
    </Card>
  )
}

const BackToAll = () => (
  <Link to="?tab=prices" className={`-ml-3 justify-self-start ${buttonLook('quiet', 'sm')}`}>
    Back to all rules
  </Link>
)
