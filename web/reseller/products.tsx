import { useSuspenseQuery } from '@tanstack/react-query'
import { listApiServiceProducts, type ApiServiceProduct } from '#contract/resellers/api-keys.ts'
import { formatMoney } from '#contract/core/money.ts'
import { query } from '#web/api/call.ts'
import { readCurrency } from '#web/state/currency.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Choice } from '#web/ui/form/choice/choice.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Gem } from '#web/ui/gem.tsx'
import { Pagination } from '#web/ui/table/pagination.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import { useFilters } from './use-filters.ts'

const PAGE_SIZE = 25

/** Products at the reseller's own prices. */
export function Products() {
  const { data } = useSuspenseQuery(query(listApiServiceProducts, { currency: readCurrency() }))
  const { filterOf, changeFilters } = useFilters()
  const category = filterOf('category')
  const found = data.products.filter(
    (product) =>
      (!category || product.category.toLowerCase() === category) &&
      matches(product, filterOf('search')),
  )
  const page = Math.max(1, Number(filterOf('page')) || 1)
  return (
    <section aria-label="Product detail" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <search aria-label="Products" className="grid gap-3 sm:grid-cols-2">
        <Choice
          label="Category"
          options={listCategories(data.products)}
          value={category}
          onChange={(value) => changeFilters({ category: value })}
        />
        <Field label="Search">
          {(wiring) => (
            <Input
              {...wiring}
              type="search"
              placeholder="Product name or ID"
              defaultValue={filterOf('search')}
              onChange={({ target }) => changeFilters({ search: target.value })}
            />
          )}
        </Field>
      </search>
      <output className="text-sm text-soft">
        {found.length === 1 ? '1 product' : `${found.length.toLocaleString('en-IN')} products`}
      </output>
      {found.length > 0 ? (
        <Table
          caption="Products"
          columns={COLUMNS}
          rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ productId }) => productId}
        />
      ) : (
        <EmptyState title="No products match">
          Try another search, or choose all categories.
        </EmptyState>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(found.length / PAGE_SIZE)}
        onChange={(next) => changeFilters({ page: String(next) })}
      />
    </section>
  )
}

function matches({ productName, productId }: ApiServiceProduct, search: string): boolean {
  const sought = search.trim().toLowerCase()
  return productName.toLowerCase().includes(sought) || productId.includes(sought)
}

function listCategories(products: ApiServiceProduct[]) {
  const labels = new Map(products.map(({ category }) => [category.toLowerCase(), category]))
  return [
    { value: '', label: 'All Categories' },
    ...[...labels]
      .map(([value, label]) => ({ value, label }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en')),
  ]
}

const COLUMNS: Column<ApiServiceProduct>[] = [
  {
    title: 'Product name',
    cell: (product) => (
      <span className="flex items-center gap-3">
        {product.gameImage ? (
          <img
            src={product.gameImage}
            alt=""
            width={40}
            height={40}
            loading="lazy"
            className="size-10 shrink-0 rounded-md object-cover"
          />
        ) : (
          <Gem className="size-10 shrink-0 opacity-60" />
        )}
        <span className="min-w-0">
          <span className="block font-semibold">{product.productName}</span>
          <span className="block text-sm text-soft">{product.gameName}</span>
          {!product.isAvailable && <Badge>Not available</Badge>}
        </span>
      </span>
    ),
  },
  {
    title: 'Product ID',
    cell: ({ productId }) => (
      <span className="font-mono text-sm">
        <CopyButton text={productId} label="Copy the product ID" />
      </span>
    ),
  },
  { title: 'Category', cell: ({ category }) => category },
  {
    title: 'Price',
    isFigure: true,
    cell: ({ price, currency }) => formatMoney(price, currency),
  },
]
