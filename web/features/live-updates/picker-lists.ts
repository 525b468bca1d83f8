import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { listAllCategories, listGameNames } from '#contract/catalogue/catalog.ts'
import { mayCall, type Permissions } from '#contract/accounts/rights.ts'
import { listAllGallery } from '#contract/catalogue/gallery.ts'
import { listAllTags } from '#contract/catalogue/tags.ts'
import { query } from '#web/api/call.ts'
import { useStore } from '#web/state/store.ts'

/** The options of pickers in the back office, by the name under which the browser stores them. */
const LISTS = {
  category: listAllCategories,
  tag: listAllTags,
  gallery: listAllGallery,
  game: listGameNames,
} as const
type Name = keyof typeof LISTS

const KEPT_MAX = 2_000 // local storage is limited

/**
 * Runs when the back office opens. Stored lists are shown at once and refreshed in the background. Later answers are
 * stored too, until the returned function is called.
 */
export function openPickerLists(client: QueryClient, who: Permissions): () => void {
  const names = (Object.keys(LISTS) as Name[]).filter((name) => mayCall(LISTS[name], who))
  for (const name of names) {
    const asked = query(LISTS[name], {})
    const kept = useStore.getState().admin[name]
    if (kept.length > 0 && z.safeEncode(LISTS[name].output, kept as never).success)
      client.setQueryData(asked.queryKey, (known) => known ?? (kept as never), { updatedAt: 0 })
    void client.prefetchQuery(asked as never)
  }
  return client.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    const name = names.find((one) => LISTS[one].path === queryKey[0])
    if (!name || type !== 'updated' || !Array.isArray(state.data)) return
    const { admin } = useStore.getState()
    const list = state.data.slice(0, KEPT_MAX) as unknown[]
    if (state.dataUpdatedAt > 0 && JSON.stringify(list) !== JSON.stringify(admin[name]))
      useStore.setState({ admin: { ...admin, [name]: list } })
  })
}
