import { useState } from 'react'
import type { MetaFunction } from 'react-router'
import type { Output } from '#contract/core/endpoint.ts'
import { checkRegion } from '#contract/orders/regions.ts'
import { call } from '#web/api/call.ts'
import { describePage } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { GlobeIcon } from '#web/ui/icons/icons.tsx'

type Answer = Output<typeof checkRegion>

export const meta: MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Check region',
    description:
      'Find out which region a game account belongs to, from its User ID and Zone ID, before you buy for it.',
    path: paths.region,
  })

export default function CheckRegionPage() {
  const [answer, setAnswer] = useState<Answer | null>(null)
  return (
    <div className="mx-auto grid max-w-page gap-8 px-4 py-8 lg:py-12">
      <header className="grid gap-3">
        <h1 className="text-3xl">Check region</h1>
        <p className="max-w-prose text-soft">
          A pack only reaches an account of its own region. Enter the numbers from your in-game
          profile, and we’ll look the account up.
        </p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[26rem_minmax(0,1fr)]">
        <Card>
          <Form
            schema={checkRegion.input}
            initial={{ id: '', zone: '' }}
            submit={{ label: 'Check region', busyLabel: 'Checking...', isWide: true }}
            onSubmit={async (player) => {
              setAnswer(null)
              setAnswer(await call(checkRegion, player))
            }}
          >
            <TextField
              name="id"
              label="User ID"
              hint="4 to 12 digits, such as 123456789"
              inputMode="numeric"
              autoComplete="off"
              tidy={keepDigits}
            />
            <TextField
              name="zone"
              label="Zone ID"
              hint="3 to 6 digits, shown in brackets after the User ID"
              inputMode="numeric"
              autoComplete="off"
              tidy={keepDigits}
            />
          </Form>
        </Card>
        {/* eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may hold text, but no blocks */}
        <div role="status" className="grid">
          {answer ? <Found answer={answer} /> : <Waiting />}
        </div>
      </div>
    </div>
  )
}

const keepDigits = (typed: string) => typed.replace(/\D/g, '')

const Waiting = () => (
  <p className="facet grid min-h-40 content-center justify-items-center gap-3 border border-dashed border-edge p-6 text-center text-soft">
    <GlobeIcon className="size-8" />
    The account’s name and region will appear here.
  </p>
)

const Found = ({ answer: { username, user_id, zone, region } }: { answer: Answer }) => (
  <Card title="Account found">
    <dl className="grid gap-4 sm:grid-cols-2">
      <Fact name="Username" value={username || 'Not available'} />
      <Fact name="Region" value={region} />
      <Fact name="User ID" value={user_id} />
      <Fact name="Zone" value={zone} />
    </dl>
  </Card>
)

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm text-soft">{name}</dt>
    <dd className="font-display text-xl font-bold wrap-anywhere">{value}</dd>
  </div>
)
