import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#contract/core/money.ts'
import { CheckoutColumns, NextStep, nextLook } from '#web/checkout/checkout-columns.tsx'
import { priceOf, type Buyer, type Chosen } from '#web/checkout/chosen.ts'
import { PricedPack } from '#web/checkout/pack-summary.tsx'
import { PlayerFields } from '#web/checkout/player/player-fields.tsx'
import { ProblemNotice } from '#web/checkout/problem-notice.tsx'
import { CONTACT_HINT, CONTACT_LABEL } from '#web/features/guest/contact-words.ts'
import { Terms } from '#web/features/session/terms.tsx'
import { paths } from '#web/paths.ts'
import { keepReturnPath } from '#web/state/return-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { lineLink } from '#web/ui/text-link.ts'
import { useGuest } from './use-guest.ts'

const FORM_ID = 'guest'

/** Asks a visitor for the player and an email or phone at once. The payment follows on the same page. */
export function EnterAsGuest({ chosen, buyer }: { chosen: Chosen; buyer: Buyer }) {
  const { player, contact, problems, needsContact, isBusy, change, goOn } = useGuest(chosen)
  const { game, item } = chosen
  const price = priceOf(item, buyer)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void goOn(event.currentTarget)
  }
  return (
    <CheckoutColumns
      isBesideFirst
      beside={<PricedPack {...{ chosen, buyer }} />}
      bar={
        <>
          {problems.other && <ProblemNotice>{problems.other}</ProblemNotice>}
          <NextStep label={item.itemName} amount={formatMoney(price, buyer.currency)}>
            <Button
              type="submit"
              form={FORM_ID}
              look="primary"
              className={nextLook}
              isBusy={isBusy}
              busyLabel="Looking..."
            >
              Continue
            </Button>
          </NextStep>
        </>
      }
    >
      <Card title="Enter Game Detail">
        <form id={FORM_ID} noValidate className="grid gap-5" onSubmit={submit}>
          <PlayerFields game={game} {...{ player, problems }} onChange={change.player} />
          {needsContact && (
            <ContactField value={contact} error={problems.contact} onChange={change.contact} />
          )}
          {needsContact && <Terms action="continuing" />}
        </form>
      </Card>
      {needsContact && <LogInInstead {...chosen} />}
    </CheckoutColumns>
  )
}

type ContactProps = { value: string; error: string | undefined; onChange: (value: string) => void }

const ContactField = ({ value, error, onChange }: ContactProps) => (
  <Field label={CONTACT_LABEL} hint={CONTACT_HINT} error={error}>
    {(wiring) => (
      <Input
        {...wiring}
        name="contact"
        type="text"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

/** Customers go on with the pack in their account. */
const LogInInstead = ({ game: { gameSlug }, item: { itemSlug } }: Chosen) => (
  <p className="text-sm">
    Have an account?{' '}
    <Link
      to={paths.login}
      className={lineLink}
      onClick={() => keepReturnPath(paths.purchaseOf({ gameSlug, itemSlug }))}
    >
      Log in
    </Link>
  </p>
)
