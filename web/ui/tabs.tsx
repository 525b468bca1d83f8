import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

type Tab = { value: string; label: string; content: ReactNode }

type TabsProps = {
  label: string
  tabs: Tab[]
  /** Lets the page store the chosen tab, for example in its address. */
  kept?: { chosen: string; onChoose: (value: string) => void }
}

export const Tabs = ({ label, tabs, kept }: TabsProps) => (
  <Base.Root
    {...(kept
      ? { value: kept.chosen, onValueChange: (value: string) => kept.onChoose(value) }
      : { defaultValue: tabs[0]?.value })}
    className="grid grid-cols-[minmax(0,1fr)] gap-5"
  >
    <Base.List
      aria-label={label}
      className="edge-shade relative flex gap-1 overflow-x-auto border-b border-line"
    >
      {tabs.map(({ value, label }) => (
        <Base.Tab
          key={value}
          value={value}
          className="min-h-11 px-4 font-semibold whitespace-nowrap text-soft focus-visible:-outline-offset-3 data-active:text-ink"
        >
          {label}
        </Base.Tab>
      ))}
      <Base.Indicator className="absolute bottom-0 left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-lantern-deep transition-all duration-(--duration-calm) ease-out" />
    </Base.List>
    {tabs.map(({ value, content }) => (
      <Base.Panel key={value} value={value}>
        {content}
      </Base.Panel>
    ))}
  </Base.Root>
)
