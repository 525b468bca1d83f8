import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '#contract/endpoint.ts'
import { listProviderProducts } from '#contract/providers.ts'
import { SOURCES } from '#contract/sources.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { rupees } from './price-words.tsx'
import type { Place } from './product-field.tsx'

export type Product = Output<typeof listProviderProducts>['products'][number]

const SHOWN_MAX = 100 // of a list of thousands, the search finds the rest

type Props = { place: Place; onPick: (product: Product) => void; onClose: () => void }

/** What a provider sells of a game just now. */
export function ProductPicker({ place, onPick, onClose }: Props) {
  const [search, setSearch] = useState('')
  const { data, error, refetch, isFetching } = useQuery(queryOrRefusal(listProviderProducts, place))
  const no = error ?? (data instanceof ApiError ? data : null)
  return (
    <Dialog title={`${place.game} at ${SOURCES[place.name].label}`} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <Input
          type="search"
          aria-label="Search products"
          placeholder="Search by name or id"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <div aria-live="polite" className="grid gap-3">
          {isFetching && !data && <Skeleton className="h-64 w-full" />}
          {no && (
            <>
              <p className="font-medium text-bad">{no.message}</p>
              <Button
                className="justify-self-start"
                isBusy={isFetching}
                busyLabel="Asking..."
                onClick={() => void refetch()}
              >
                Ask again
              </Button>
            </>
          )}
          {data && !(data instanceof ApiError) && (
            <Products products={find(data.products, search)} onPick={onPick} />
          )}
        </div>
      </div>
    </Dialog>
  )
}

function find(products: Product[], search: string): Product[] {
  const words = search.toLowerCase().split(/\s+/)
  return products.filter(({ id, name }) => {
    const text = `${id} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

type ProductsProps = { products: Product[]; onPick: (product: Product) => void }

const Products = ({ products, onPick }: ProductsProps) =>
  products.length === 0 ? (
    <p className="py-6 text-center text-soft">Nothing of this is listed there.</p>
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
          The first {SHOWN_MAX} of {products.length}. Search for the others.
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
