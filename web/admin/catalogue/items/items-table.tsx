import type { FullItem } from '#contract/catalogue/games.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Tag } from '#web/ui/status/tag.tsx'
import { ItemMargin } from './item-margin.tsx'
import { rupees } from '#web/admin/catalogue/prices/price-words.tsx'
import { RowActions } from '#web/admin/list/row-actions.tsx'

type Act = (item: FullItem) => void
type Props = { items: FullItem[]; isManual: boolean; onEdit: Act; onDelete: Act }

/** Packs of a game, in the order customers see them. */
export const ItemsTable = ({ items, ...rest }: Props) => (
  <Table caption="Game items" columns={columns(rest)} rows={items} keyOf={({ _id }) => _id} />
)

const columns = ({ isManual, onEdit, onDelete }: Omit<Props, 'items'>): Column<FullItem>[] => [
  { title: 'Item', cell: (item) => <Name item={item} isManual={isManual} /> },
  { title: 'Cost', isFigure: true, cell: ({ costPrice }) => rupees(costPrice) },
  {
    title: 'Price',
    isFigure: true,
    cell: ({ sellingPrice, costPrice }) => <Sold price={sellingPrice} cost={costPrice} />,
  },
  {
    title: 'Resellers',
    isFigure: true,
    cell: ({ resellerSellingPrice, costPrice }) => (
      <Sold price={resellerSellingPrice} cost={costPrice} />
    ),
  },
  {
    title: 'Stock',
    cell: ({ quantity, heldQuantity, noOfPurchases }) => (
      <span className="whitespace-nowrap tabular-nums">
        {stockOf(quantity)}
        {heldQuantity > 0 && <span className="block">{heldQuantity} in unpaid orders</span>}
        <span className="block text-xs text-soft">{noOfPurchases} bought</span>
      </span>
    ),
  },
  { title: 'State', cell: (item) => <State item={item} /> },
  {
    title: 'Actions',
    isAction: true,
    cell: (item) => (
      <RowActions
        name={item.itemName}
        onEdit={() => onEdit(item)}
        onDelete={() => onDelete(item)}
      />
    ),
  },
]

type NameProps = { item: FullItem; isManual: boolean }

const Name = ({ item: { itemName, itemImageId, tagId, ...item }, isManual }: NameProps) => (
  <span className="flex items-center gap-3">
    <span className="relative size-11 shrink-0 overflow-hidden rounded-md">
      <ShopPicture
        of={itemImageId}
        sizes="44px"
        widthMax={160}
        className="absolute inset-0 size-full object-cover"
      />
    </span>
    <span className="grid min-w-0 justify-items-start gap-0.5">
      <span className="font-medium wrap-anywhere">{itemName}</span>
      <span className="text-xs wrap-anywhere text-soft">
        Index {item.index}
        {!isManual && `, ${tellSources(item)}`}
      </span>
      {tagId && (
        <Tag name={tagId.tagName} color={tagId.tagColor} background={tagId.tagBackground} />
      )}
    </span>
  </span>
)

function tellSources({ serviceId, sources }: Pick<FullItem, 'serviceId' | 'sources'>): string {
  const own = serviceId ? `service id ${serviceId}` : 'no service ID'
  if (sources.length === 0) return own
  return `${own} and ${sources.length === 1 ? '1 more supplier' : `${sources.length} more suppliers`}`
}

/** A price with its margin. */
const Sold = ({ price, cost }: { price: number | null; cost: number | null }) => (
  <span className="grid stacked:text-left">
    {rupees(price)}
    {price !== null && cost !== null && (
      <span className="text-xs text-soft">
        <ItemMargin price={price} cost={cost} />
      </span>
    )}
  </span>
)

function State({ item }: StateProps) {
  const { itemAvailablity, hasSource, pausedFor, quantity, heldQuantity, isPriceFixed } = item
  return (
    <span className="grid justify-items-start gap-1">
      {pausedFor !== null ? (
        <>
          <Badge tone="bad">Paused</Badge>
          <span className="min-w-40 text-xs text-soft">{pausedFor}.</span>
        </>
      ) : !itemAvailablity ? (
        <Badge>Not for sale</Badge>
      ) : !hasSource ? (
        <Badge tone="bad">No supplier</Badge>
      ) : quantity === 0 && heldQuantity === 0 ? (
        <Badge tone="pending">Sold out</Badge>
      ) : (
        <Badge tone="good">For sale</Badge>
      )}
      {isPriceFixed && <Badge tone="glass">Fixed price</Badge>}
    </span>
  )
}

type StateProps = { item: FullItem }

function stockOf(quantity: number | null): string {
  if (quantity === null) return 'Endless'
  return quantity === 0 ? 'Out of stock' : `${quantity} left`
}
