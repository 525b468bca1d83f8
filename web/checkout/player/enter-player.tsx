import type { FormEvent } from 'react'
import { PrefetchPageLinks } from 'react-router'
import { formatMoney } from '#contract/core/money.ts'
import type { GameDetail } from '#contract/orders/players.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { priceOf, type Buyer, type Chosen } from '#web/checkout/chosen.ts'
import { PricedPack } from '#web/checkout/pack-summary.tsx'
import { PlayerFields } from './player-fields.tsx'
import { PlayerFound } from './player-found.tsx'
import { SavedPlayers } from './saved-players.tsx'
import { NextStep, nextLook, CheckoutColumns } from '#web/checkout/checkout-columns.tsx'
import { ProblemNotice } from '#web/checkout/problem-notice.tsx'
import { usePlayer, type LinkChoice } from './use-player.ts'

const FORM_ID = 'player'

type Props = {
  chosen: Chosen
  buyer: Buyer
  saved: GameDetail[]
  link: LinkChoice | undefined
}

/** Asks whom the pack is for. A saved player is filled in, so the next step is one press away. */
export function EnterPlayer({ chosen, buyer, saved, link }: Props) {
  const { player, problems, known, review, isBusy, choose, goOn } = usePlayer(chosen, saved, link)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void goOn(event.currentTarget)
  }
  const price = priceOf(chosen.item, buyer)
  return (
    <CheckoutColumns
      isBesideFirst
      beside={<PricedPack {...{ chosen, buyer }} />}
      bar={
        <>
          {problems.other && <ProblemNotice>{problems.other}</ProblemNotice>}
          <PlayerFound player={review ? known : undefined} />
          <NextStep label={chosen.item.itemName} amount={formatMoney(price, buyer.currency)}>
            <Button
              type="submit"
              form={FORM_ID}
              look="primary"
              className={nextLook}
              isBusy={isBusy}
              busyLabel={review ? 'One moment...' : 'Looking...'}
            >
              {review ? 'Go to review' : 'Validate'}
            </Button>
          </NextStep>
        </>
      }
    >
      <Card title="Enter Game Detail">
        <form id={FORM_ID} noValidate className="grid gap-5" onSubmit={submit}>
          {saved.length > 0 && !link?.player && (
            <SavedPlayers saved={saved} chosen={known} onChoose={choose} />
          )}
          <PlayerFields game={chosen.game} {...{ player, problems }} onChange={choose} />
        </form>
      </Card>
      {review && <PrefetchPageLinks page={review} />}
    </CheckoutColumns>
  )
}
