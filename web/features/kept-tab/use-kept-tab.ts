import { startTransition } from 'react'
import { useSearchParams } from 'react-router'

/** Keeps the chosen tab in the address. Another tab drops search and filters, which mean nothing there. */
export function useKeptTab(tabs: { value: string }[]) {
  const [params, setParams] = useSearchParams()
  const first = tabs[0]!.value
  const asked = params.get('tab')
  const chosen = tabs.find(({ value }) => value === asked)?.value ?? first
  const onChoose = (tab: string) =>
    startTransition(() => setParams(tab === first ? {} : { tab }, { preventScrollReset: true }))
  return { chosen, onChoose }
}
