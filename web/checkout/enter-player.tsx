import { useState, type FormEvent } from 'react'
import { PrefetchPageLinks, useNavigate } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { createGameDetail, listGameDetails, type GameDetail } from '#contract/players.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { listPriceOf, priceOf, type Buyer, type Chosen } from './chosen.ts'
import { PackSummary, PriceTag } from './pack-summary.tsx'
import { explain, findProblems, secondFieldOf, type Player, type Problems } from './player.ts'
import { PlayerFields } from './player-fields.tsx'
import { PlayerFound } from './player-found.tsx'
import { SavedPlayers } from './saved-players.tsx'
import { NextStep, nextLook, Split } from './split.tsx'

const FORM_ID = 'player'

type Props = { chosen: Chosen; buyer: Buyer; saved: GameDetail[] }

/** Whom the pack is for. Who was bought for before is filled in, and the next step is one press away. */
export function EnterPlayer({ chosen, buyer, saved }: Props) {
  const { game, item } = chosen
  const navigate = useNavigate()
  const [player, setPlayer] = useState<Player>(saved[0] ?? { playerId: '', zoneId: '' })
  const [problems, setProblems] = useState<Problems>({})
  const known = saved.find(
    ({ playerId, zoneId }) =>
      playerId === player.playerId.trim() && zoneId === player.zoneId.trim(),
  )
  const isReady = known && (known.userName || !game.isValidationRequired)
  const review = (gameDetailId: string) =>
    paths.review({ gameSlug: game.gameSlug, itemSlug: item.itemSlug, gameDetailId })
  const look = useSend(createGameDetail, { refetch: [listGameDetails] })

  function choose(next: Player): void {
    setPlayer({ playerId: next.playerId, zoneId: next.zoneId })
    setProblems({})
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (look.isPending) return
    if (known && isReady) return navigate(review(known._id))
    const sent = { ...player, gameSlug: game.gameSlug, itemSlug: item.itemSlug }
    const found = findProblems(sent, secondFieldOf(game))
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      const { _id, userName } = await look.mutateAsync(sent)
      if (!userName) await navigate(review(_id)) // there is no name to look at first
    } catch (error) {
      setProblems(explain(error))
    }
  }

  const price = priceOf(item, buyer)
  return (
    <Split
      isBesideFirst
      beside={
        <Card>
          <PackSummary chosen={chosen}>
            <PriceTag
              price={price}
              listPrice={listPriceOf(item, price, buyer)}
              currency={buyer.currency}
            />
          </PackSummary>
        </Card>
      }
      bar={
        <NextStep label={item.itemName} amount={formatMoney(price, buyer.currency)}>
          <Button
            type="submit"
            form={FORM_ID}
            look="primary"
            className={nextLook}
            isBusy={look.isPending}
            busyLabel="Looking..."
          >
            {isReady ? 'Go to review' : 'Validate'}
          </Button>
        </NextStep>
      }
    >
      <Card title="Enter Game Detail">
        <form
          id={FORM_ID}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => void submit(event)}
        >
          {saved.length > 0 && <SavedPlayers saved={saved} chosen={known} onChoose={choose} />}
          <PlayerFields game={game} player={player} problems={problems} onChange={choose} />
          <PlayerFound game={game} known={isReady ? known : undefined} problem={problems.other} />
        </form>
      </Card>
      {isReady && <PrefetchPageLinks page={review(known._id)} />}
    </Split>
  )
}
