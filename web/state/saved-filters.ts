import { useStore, type SavedFilter } from './store.ts'

/** Search words may name a customer, so only filters stay in the browser. */
const NOT_KEPT = ['search', 'searchIndex', 'page', 'do']

/** The filters in an address, sorted so that the order of choosing does not matter. */
export function filtersOf(address: string): string {
  const params = new URLSearchParams(address)
  for (const name of NOT_KEPT) params.delete(name)
  params.sort()
  return params.toString()
}

/** Replaces the filters in an address with a saved filter. The search stays. */
export function withFilters(address: string, filters: string): string {
  const params = new URLSearchParams(filters)
  const search = new URLSearchParams(address).get('search')
  if (search) params.set('search', search)
  return params.toString()
}

const NONE: SavedFilter[] = []
const keyOf = (userId: string, list: string) => `${userId} ${list}`

/** A person's filters of one list, by name. They stay in this browser, also after signing out. */
export const useSavedFilters = (userId: string, list: string): SavedFilter[] =>
  useStore((state) => state.filters?.[keyOf(userId, list)] ?? NONE)

/** Saves a filter, replacing one of the same name. */
export const saveFilter = (userId: string, list: string, saved: SavedFilter): void =>
  change(userId, list, (filters) => [...filters.filter(({ name }) => name !== saved.name), saved])

export const removeFilter = (userId: string, list: string, gone: string): void =>
  change(userId, list, (filters) => filters.filter(({ name }) => name !== gone))

type Change = (filters: SavedFilter[]) => SavedFilter[]

function change(userId: string, list: string, make: Change): void {
  const { filters = {} } = useStore.getState()
  const key = keyOf(userId, list)
  useStore.setState({ filters: { ...filters, [key]: make(filters[key] ?? []) } })
}
