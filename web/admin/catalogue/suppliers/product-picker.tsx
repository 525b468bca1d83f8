import { useState } from 'react'
import { Badge } from '#web/ui/status/badge.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { findProducts, ListedProducts, SearchProducts, type Product } from './listed-products.tsx'
import { rupees } from '#web/admin/catalogue/prices/price-words.tsx'
import type { SupplierGame } from './product-field.tsx'
import { findSource, useSources } from './use-sources.ts'

const SHOWN_MAX = 100 // the search finds the rest of a list of thousands

type Props = { place: SupplierGame; onPick: (product: Product) => void; onClose: () => void }

/** Lists the products that a supplier sells for a game now. */
export function ProductPicker({ place, onPick, onClose }: Props) {
  const [search, setSearch] = useState('')
  const { title } = findSource(useSources(), place.name)
  return (
    <Dialog title={`${place.game} at ${title}`} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <SearchProducts search={search} onSearch={setSearch} />
        <ListedProducts place={place}>
          {(products) => <Products products={findProducts(products, search)} onPick={onPick} />}
        </ListedProducts>
      </div>
    </Dialog>
  )
}

type ProductsProps = { products: Product[]; onPick: (product: Product) => void }

const Products = ({ products, onPick }: ProductsProps) =>
  products.length === 0 ? (
    <p className="py-6 text-center text-soft">No products match.</p>
  ) : (
    <>
      <ul className="grid max-h-96 overflow-y-auto rounded-md border border-line">
        {products.slice(0, SHOWN_MAX).map((product) => (
          <li key={product.id} className="border-b border-line last:border-0">
            <button
              type="button"
              onClick={() => onPick(product)}
              className="flex min-h-11 w-full items-center justify-between gap-4 px-3 py-2 text-left text-sm -outline-offset-3! hover:bg-sunken"
            >
              <ProductLine product={product} />
            </button>
          </li>
        ))}
      </ul>
      {products.length > SHOWN_MAX && (
        <p className="text-sm text-soft">
          Showing {SHOWN_MAX} of {products.length}. Search to find the others.
        </p>
      )}
    </>
  )

const ProductLine = ({
  product: { id, name, cost, currency, isAvailable, costPrice },
}: {
  product: Product
}) => (
  <>
    <span className="grid min-w-0">
      <span className="font-medium wrap-anywhere">{name}</span>
      <span className="font-mono text-xs wrap-anywhere text-soft">{id}</span>
    </span>
    <span className="grid shrink-0 justify-items-end gap-0.5">
      {isAvailable ? (
        <span className="money font-medium">{rupees(costPrice)}</span>
      ) : (
        <Badge tone="bad">Sold out</Badge>
      )}
      {currency !== 'INR' && (
        <span className="money text-xs text-soft">
          {cost} {currency}
        </span>
      )}
    </span>
  </>
)
