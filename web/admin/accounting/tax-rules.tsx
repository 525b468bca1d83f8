import { useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  editTaxRules,
  getTaxRules,
  TaxRules as Rules,
  type TaxRules,
} from '#contract/accounting/tax-rules.ts'
import { listGameNames } from '#contract/catalogue/catalog.ts'
import { toMajor } from '#contract/core/money.ts'
import { call, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { useVersion } from '#web/admin/forms/use-version.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { CountryRules } from './country-rules.tsx'
import { GameRules } from './game-rules.tsx'
import { ReturnRules } from './return-rules.tsx'

const { shape } = Rules
const country = shape.countries.element
const game = shape.games.element
const large = shape.largeSales.element

const FormValues = Rules.extend({
  countries: z.array(country.extend({ percent: numberText(country.shape.percent) })),
  games: z.array(game.extend({ percent: numberText(game.shape.percent) })),
  largeSales: z.array(large.extend({ above: numberText(large.shape.above) })),
})

const toFormValues = (rules: TaxRules) => ({
  ...rules,
  countries: rules.countries.map((rule) => ({ ...rule, percent: String(rule.percent) })),
  games: rules.games.map((rule) => ({ ...rule, percent: String(rule.percent) })),
  largeSales: rules.largeSales.map((rule) => ({
    ...rule,
    above: String(toMajor(rule.above, 'INR')),
  })),
})

/** Exceptions from the tax of the settings, and what the law lets change. */
export function EditTaxRules() {
  const { data: rules } = useSuspenseQuery(query(getTaxRules, {}))
  const { data: games } = useSuspenseQuery(query(listGameNames, {}))
  const { version, load } = useVersion(rules, () => call(getTaxRules, {}))
  const send = useSend(editTaxRules, {
    refetch: [getTaxRules],
    onDone: async () => void (await load()),
  })
  return (
    <Card title="Tax rules" className="max-w-checkout">
      <Form
        schema={FormValues}
        initial={toFormValues(version)}
        submit={{ label: 'Save', busyLabel: 'Saving...' }}
        onSubmit={(values) => send.mutateAsync({ ...values, was: version })}
      >
        <p className="text-soft">
          Exceptions from the tax in Settings, and rules that the law may change. Changed taxes
          apply to new orders only, and a rule with a month from that month on. Ask your accountant
          which ones you need.
        </p>
        <div className="max-w-form">
          <TextField
            name="lut"
            label="Letter of undertaking"
            hint="Its number. Sales abroad that are paid in other currencies than rupees are then free of GST."
            autoComplete="off"
          />
        </div>
        <GameRules games={games} />
        <CountryRules />
        <ReturnRules />
        <FormConflict load={async () => toFormValues(await load())} />
      </Form>
    </Card>
  )
}
