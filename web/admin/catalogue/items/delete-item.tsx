import { useQueryClient } from '@tanstack/react-query'
import {
  findGameAsAdmin,
  listGamesAsAdmin,
  removeItem,
  type FullItem,
} from '#contract/catalogue/games.ts'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { rupees } from '#web/admin/catalogue/prices/price-words.tsx'

type Props = { item: FullItem; onClose: () => void }

export function DeleteItem({ item, onClose }: Props) {
  const { _id: itemId, itemName, sellingPrice, gameSlug } = item
  const client = useQueryClient()
  const remove = useSend(removeItem, {
    refetch: [findGameAsAdmin, listGamesAsAdmin, listPriceRules],
    onDone: onClose,
  })
  // If the deletion fails, reload the game.
  const onError = () => void client.invalidateQueries({ queryKey: [findGameAsAdmin.path] })
  return (
    <Confirm
      question="Are you sure you want to delete this item?"
      action={{ label: 'Delete', isBusy: remove.isPending, isDangerous: true }}
      isOpen
      onConfirm={() => remove.mutate({ itemId, gameSlug }, { onError })}
      onClose={onClose}
    >
      <strong className="text-ink">{itemName}</strong> for {rupees(sellingPrice)} will no longer be
      sold. Existing orders don’t change.
    </Confirm>
  )
}
