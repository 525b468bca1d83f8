import { listAllCategories, listCategories, listGameNames } from '#contract/catalogue/catalog.ts'
import { deleteGame, listGamesAsAdmin, type FullGame } from '#contract/catalogue/games.ts'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'

type Props = { game: FullGame; onClose: () => void }

export function DeleteGame({ game: { _id: id, gameName, itemId }, onClose }: Props) {
  const remove = useSend(deleteGame, {
    refetch: [listGamesAsAdmin, listGameNames, listCategories, listAllCategories, listPriceRules],
    onDone: onClose,
  })
  return (
    <Confirm
      question="Are you sure you want to delete this game?"
      action={{ label: 'Delete', isBusy: remove.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <strong className="text-ink">{gameName}</strong> goes{tellItems(itemId.length)} and is removed
      from its categories. Existing orders don’t change. This cannot be undone.
    </Confirm>
  )
}

function tellItems(count: number): string {
  if (count === 0) return ''
  return count === 1 ? ' with its item' : ` with its ${count} items`
}
