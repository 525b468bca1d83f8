import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Output } from '#contract/core/endpoint.ts'
import { listSupplierProducts } from '#contract/catalogue/suppliers/suppliers.ts'
import { ApiError, queryOrRefusal } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/field.tsx'
import { Skeleton } from '#web/ui/status/skeleton.tsx'
import type { SupplierGame } from './product-field.tsx'

export type Product = Output<typeof listSupplierProducts>['products'][number]

type Props = { place: SupplierGame; children: (products: Product[]) => ReactNode }

/** Loads the products that a supplier lists for a game now, or shows why that failed. */
export function ListedProducts({ place, children }: Props) {
  const { data, error, refetch, isFetching } = useQuery(queryOrRefusal(listSupplierProducts, place))
  const no = error ?? (data instanceof ApiError ? data : null)
  return (
    <div aria-live="polite" className="grid gap-4">
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
      {data && !(data instanceof ApiError) && children(data.products)}
    </div>
  )
}

type SearchProps = { search: string; onSearch: (search: string) => void }

export const SearchProducts = ({ search, onSearch }: SearchProps) => (
  <Input
    type="search"
    aria-label="Search products"
    placeholder="Search by name or ID"
    value={search}
    onChange={({ target }) => onSearch(target.value)}
  />
)

export function findProducts(products: Product[], search: string): Product[] {
  const words = search.toLowerCase().split(/\s+/)
  return products.filter(({ id, name }) => {
    const text = `${id} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
