import type { ReactNode } from 'react'
import { BoltIcon, GlobeIcon } from '#web/ui/icons/icons.tsx'

type Props = { usually: string | null; countries: string | null }

/** Shows how soon packs arrive and for which countries they work, where known. */
export const DeliveryFacts = ({ usually, countries }: Props) =>
  (usually || countries) && (
    <ul className="grid gap-1 text-sm text-soft">
      {usually && <Line icon={<BoltIcon className="size-4" />}>{usually}</Line>}
      {countries && <Line icon={<GlobeIcon className="size-4" />}>For players in {countries}</Line>}
    </ul>
  )

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex items-start gap-2">
    <span className="mt-0.5 shrink-0 text-glass">{icon}</span>
    <span>{children}</span>
  </li>
)
