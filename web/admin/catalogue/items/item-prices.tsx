import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  editPrices,
  findGameAsAdmin,
  listGamesAsAdmin,
  type FullGame,
} from '#contract/catalogue/games.ts'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { useSend } from '#web/api/use-send.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { textLink } from '#web/ui/text-link.ts'
import { PriceSheet } from './price-sheet.tsx'
import { pricesOf, type EditedPrices, type useEditedPrices } from './use-edited-prices.ts'

type Sheet = ReturnType<typeof useEditedPrices>
type Props = { game: FullGame; prices: Sheet }

/** Edits the prices of all packs of a game. They are saved all together or not at all. */
export function ItemPrices({ game: { gameSlug, apiName }, prices }: Props) {
  const { rows, changed, isWrong, type, forget } = prices
  const client = useQueryClient()
  const save = useSend(editPrices, {
    refetch: [findGameAsAdmin, listGamesAsAdmin, listPriceRules],
    onDone: forget,
  })
  // If someone else saved first, load their prices and keep the typed ones.
  const onError = () => void client.invalidateQueries({ queryKey: [findGameAsAdmin.path] })

  function saveAll(): void {
    const items = rows.filter(({ isChanged }) => isChanged).map(toChange)
    save.mutate({ gameSlug, items }, { onError })
  }

  return (
    <div className="grid gap-4">
      {apiName !== 'manual' && (
        <p className="text-sm text-soft">
          To make prices follow costs, set a{' '}
          <Link to={paths.adminPriceRule(gameSlug)} className={textLink}>
            price rule
          </Link>
          . Prices you enter here last until the next price check; fixed prices stay.
        </p>
      )}
      <PriceSheet rows={rows} onType={type} />
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-ground py-3">
        <output className="mr-auto text-sm text-soft">{tellChanged(changed, isWrong)}</output>
        <Button disabled={changed === 0 || save.isPending} onClick={forget}>
          Undo all
        </Button>
        <Button
          look="primary"
          disabled={changed === 0 || isWrong}
          isBusy={save.isPending}
          busyLabel="Saving..."
          onClick={saveAll}
        >
          Save all
        </Button>
      </div>
    </div>
  )
}

function tellChanged(changed: number, isWrong: boolean): string {
  if (isWrong) return 'Some prices aren’t valid yet.'
  if (changed === 0) return 'No changes. Use the Up and Down keys to move between items.'
  return changed === 1 ? '1 item is changed.' : `${changed} items are changed.`
}

const toChange = ({ item, prices }: EditedPrices) => ({
  itemId: item._id,
  was: pricesOf(item),
  ...prices,
  sellingPrice: prices.sellingPrice ?? item.sellingPrice, // invalid prices are never saved
})
