import { Dialog } from '#web/ui/dialog/dialog.tsx'
import type { Permissions } from '#contract/accounts/rights.ts'
import { OfficeNav } from './office-nav.tsx'
import type { OfficeCounts } from './use-office-counts.ts'

type Props = { who: Permissions; counts: OfficeCounts; isOpen: boolean; onClose: () => void }

/** The back office's navigation on phones. */
export const OfficeMenu = ({ who, counts, isOpen, onClose }: Props) => (
  <Dialog title="Menu" isOpen={isOpen} onClose={onClose}>
    <nav aria-label="Back office" className="-mx-3 -mt-4 grid">
      <OfficeNav who={who} counts={counts} onFollow={onClose} />
    </nav>
  </Dialog>
)
