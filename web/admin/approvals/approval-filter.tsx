import { Choice } from '#web/ui/form/choice/choice.tsx'
import type { ApprovalState } from '#contract/core/approvals.ts'

const STATES = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'done', label: 'Done' },
  { value: 'declined', label: 'Declined' },
]

type Props = { state: ApprovalState | undefined; onChange: (state: string) => void }

/** Chooses which approvals a list shows. */
export const ApprovalFilter = ({ state, onChange }: Props) => (
  <search className="max-w-48">
    <Choice label="Show" options={STATES} value={state} onChange={onChange} />
  </search>
)
