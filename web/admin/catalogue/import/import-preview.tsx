import type { Imported } from '#contract/catalogue/suppliers/imports.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { Margin, rupees } from '#web/admin/catalogue/prices/price-words.tsx'

type Props = { products: Imported[]; isBusy: boolean; onImport: () => void }

/** Shows what the import would do with each product, before anything changes. */
export const ImportPreview = ({ products, isBusy, onImport }: Props) => {
  const count = products.filter(({ is }) => is === 'new').length
  const others = products.length - count
  return (
    <section aria-labelledby="import-preview" className="grid gap-4">
      <h2 id="import-preview" className="text-2xl">
        Preview
      </h2>
      <Table
        caption="Preview"
        columns={COLUMNS}
        rows={products}
        keyOf={({ productId }) => productId}
      />
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-ground py-3">
        <output className="mr-auto text-sm text-soft">
          {count} new{others > 0 && `, ${others} left out`}
        </output>
        <Button
          look="primary"
          disabled={count === 0}
          isBusy={isBusy}
          busyLabel="Beginning..."
          onClick={onImport}
        >
          {count === 1 ? 'Import 1 pack' : `Import ${count} packs`}
        </Button>
      </div>
    </section>
  )
}

const STATES = {
  new: <Badge tone="good">New</Badge>,
  there: <Badge tone="glass">Already added</Badge>,
  no: <Badge tone="bad">Skipped</Badge>,
}

const COLUMNS: Column<Imported>[] = [
  {
    title: 'Pack',
    cell: ({ name, productId }) => (
      <span className="grid">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="font-mono text-xs wrap-anywhere text-soft">{productId}</span>
      </span>
    ),
  },
  {
    title: 'State',
    cell: ({ is, words }) => (
      <span className="grid justify-items-start gap-1">
        {STATES[is]}
        {words && <span className="text-xs text-soft wrap-anywhere">{words}</span>}
      </span>
    ),
  },
  { title: 'Cost', isFigure: true, cell: ({ costPrice }) => rupees(costPrice) },
  {
    title: 'Price',
    isFigure: true,
    cell: ({ sellingPrice }) => <strong>{rupees(sellingPrice)}</strong>,
  },
  {
    title: 'Resellers',
    isFigure: true,
    cell: ({ resellerSellingPrice }) => rupees(resellerSellingPrice),
  },
  {
    title: 'Margin',
    isFigure: true,
    cell: ({ sellingPrice, costPrice }) => (
      <Margin
        margin={sellingPrice === null || costPrice === null ? null : sellingPrice - costPrice}
      />
    ),
  },
]
