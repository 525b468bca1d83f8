import { titled } from '#web/features/shop-facts/head.ts'
import { useListState } from '#web/admin/list/use-list-state.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Bans } from './bans.tsx'
import { Rules } from './rules.tsx'

export const meta = titled('Risk')

/** The shop's risk rules and ban lists. */
export default function RiskPage() {
  const list = useListState()
  return (
    <>
      <h1 className="text-3xl">Risk</h1>
      <Tabs
        label="Risk"
        kept={{
          chosen: list.input('tab') || 'rules',
          onChoose: (tab) => list.change({ tab: tab === 'rules' ? '' : tab }),
        }}
        tabs={[
          { value: 'rules', label: 'Rules', content: <Rules /> },
          { value: 'bans', label: 'Ban list', content: <Bans list={list} /> },
        ]}
      />
    </>
  )
}
