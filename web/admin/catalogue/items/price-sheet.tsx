import type { KeyboardEvent } from 'react'
import { Badge } from '#web/ui/status/badge.tsx'
import { Input } from '#web/ui/form/field.tsx'
import { ItemMargin } from './item-margin.tsx'
import type { PriceName, EditedPrices } from './use-edited-prices.ts'

type Type = (itemId: string, name: PriceName, text: string) => void
type Props = { rows: EditedPrices[]; onType: Type }

const FIELDS: { name: PriceName; title: string }[] = [
  { name: 'costPrice', title: 'Cost' },
  { name: 'sellingPrice', title: 'Selling price' },
  { name: 'resellerSellingPrice', title: 'Resellers' },
  { name: 'dummyPrice', title: 'List price' },
]

/** A table with a row per item. On narrow screens its prices stand below its name. */
export const PriceSheet = ({ rows, onType }: Props) => (
  <section
    aria-label="Prices of all items"
    className="facet @container border border-line bg-stall"
  >
    <table className="w-full border-collapse text-sm stacked:block">
      <caption className="sr-only">Prices of all items</caption>
      <thead className="stacked:sr-only">
        <tr className="border-b border-line text-left text-soft">
          <th scope="col" className="px-4 py-3 font-semibold">
            Item
          </th>
          {FIELDS.map(({ name, title }) => (
            <th key={name} scope="col" className="px-2 py-3 font-semibold last:pr-4">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="stacked:block">
        {rows.map((row) => (
          <Row key={row.item._id} row={row} onType={onType} />
        ))}
      </tbody>
    </table>
  </section>
)

const Row = ({ row, onType }: { row: EditedPrices; onType: Type }) => (
  <tr className="border-b border-line align-top last:border-0 stacked:grid stacked:grid-cols-2 stacked:gap-3 stacked:p-4 stacked:@min-[26rem]:grid-cols-4">
    <th
      scope="row"
      className="px-4 py-4 text-left font-medium stacked:col-span-full stacked:p-0 stacked:text-base"
    >
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="wrap-anywhere">{row.item.itemName}</span>
        {row.item.isPriceFixed && <Badge tone="glass">Fixed price</Badge>}
        {row.isChanged && <Badge tone="lantern">Changed</Badge>}
      </span>
    </th>
    {FIELDS.map(({ name, title }) => (
      <td
        key={name}
        data-title={title}
        className="w-40 px-2 py-2.5 last:pr-4 stacked:w-auto stacked:p-0! stacked:before:text-xs stacked:before:text-soft stacked:before:content-[attr(data-title)]"
      >
        <Cell row={row} name={name} title={title} onType={onType} />
      </td>
    ))}
  </tr>
)

type CellProps = { row: EditedPrices; name: PriceName; title: string; onType: Type }

function Cell({ row, name, title, onType }: CellProps) {
  const { item, texts, errors } = row
  const error = errors[name]
  const id = `${name}-${item._id}`
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Input
        aria-label={`${title} of ${item.itemName}`}
        aria-invalid={error !== undefined}
        aria-describedby={error && id}
        data-price={name}
        value={texts[name]}
        onChange={({ target }) => onType(item._id, name, target.value)}
        onKeyDown={moveUpOrDown}
        onFocus={({ target }) => target.select()}
        inputMode="decimal"
        autoComplete="off"
        className="money text-right"
      />
      {error ? (
        <span id={id} role="alert" className="text-xs font-medium text-bad">
          {error}
        </span>
      ) : (
        <span className="money text-right text-xs text-soft stacked:text-left">
          <Earned row={row} name={name} />
        </span>
      )}
    </span>
  )
}

/** Shows the margin below each price that customers or resellers pay. */
function Earned({ row: { prices }, name }: Pick<CellProps, 'row' | 'name'>) {
  const { sellingPrice, resellerSellingPrice, costPrice: cost } = prices
  if (cost === null) return null
  if (name === 'sellingPrice') return <ItemMargin price={sellingPrice} cost={cost} />
  if (name === 'resellerSellingPrice')
    return <ItemMargin price={resellerSellingPrice ?? sellingPrice} cost={cost} />
  return null
}

const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }

/** Arrow keys move to the same price of the next item, as in a spreadsheet. */
function moveUpOrDown(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key]
  const { currentTarget: input } = event
  const table = input.closest('table')
  if (!step || !table) return
  const column = [...table.querySelectorAll('input')].filter(
    ({ dataset }) => dataset['price'] === input.dataset['price'],
  )
  event.preventDefault()
  column[column.indexOf(input) + step]?.focus()
}
