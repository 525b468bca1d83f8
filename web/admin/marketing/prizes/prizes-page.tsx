import { useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { getPrizes, setPrizes, type Prizes } from '#contract/orders/leaderboard.ts'
import { toDecimal } from '#contract/core/money.ts'
import { dayOf } from '#contract/core/period.ts'
import { call, query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { titled } from '#web/features/shop-facts/head.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { formatMonth } from '#web/ui/text/format.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { Ranking } from './ranking.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

export const meta = titled('Prize')

const { firstPrize, secondPrize, thirdPrize, topTenPrize } = setPrizes.input.shape

const PrizesFormValues = z.strictObject({
  firstPrize: numberText(firstPrize),
  secondPrize: numberText(secondPrize),
  thirdPrize: numberText(thirdPrize),
  topTenPrize: numberText(topTenPrize),
})

const FIELDS = [
  { name: 'firstPrize', label: '1st' },
  { name: 'secondPrize', label: '2nd' },
  { name: 'thirdPrize', label: '3rd' },
  { name: 'topTenPrize', label: '4th to 10th, each' },
] as const

export default function PrizesPage() {
  const { currentPrize } = useSuspenseQuery(query(getPrizes, {})).data
  const { version, load } = useVersion(currentPrize, findPrizes)
  const save = useSend(setPrizes, { refetch: [getPrizes], onDone: async () => void (await load()) })
  return (
    <>
      <h1 className="text-3xl">Prize</h1>
      <Card title={`Prizes of ${runningMonth()}`} className="max-w-checkout">
        <Form
          schema={PrizesFormValues}
          initial={toPrizesFormValues(version)}
          submit={{ label: 'Set', busyLabel: 'Setting...' }}
          onSubmit={(prizes) => save.mutateAsync({ ...prizes, was: version })}
        >
          <div className="grid grid-cols-2 items-end gap-4 lg:grid-cols-4">
            {FIELDS.map((field) => (
              <TextField
                key={field.name}
                {...field}
                before="₹"
                inputMode="decimal"
                autoComplete="off"
                className="money"
              />
            ))}
          </div>
          <p className="text-sm text-soft">
            For this month and later ones, until you change them. When a month closes, prizes are
            added to the winners’ INR wallets automatically.
          </p>
          <FormConflict load={async () => toPrizesFormValues(await load())} />
        </Form>
      </Card>
      <Ranking />
    </>
  )
}

const findPrizes = async () => (await call(getPrizes, {})).currentPrize

const runningMonth = (): string => formatMonth(dayOf(new Date()))

const toPrizesFormValues = (prizes: Prizes) => ({
  firstPrize: toDecimal(prizes.firstPrize, 'INR'),
  secondPrize: toDecimal(prizes.secondPrize, 'INR'),
  thirdPrize: toDecimal(prizes.thirdPrize, 'INR'),
  topTenPrize: toDecimal(prizes.topTenPrize, 'INR'),
})
