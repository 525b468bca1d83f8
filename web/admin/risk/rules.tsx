import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteRiskRule, listRiskRules, type RiskRule } from '#contract/orders/risk.ts'
import { query } from '#web/api/call.ts'
import { ConfirmDelete } from '#web/admin/list/confirm-delete.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { RuleCard } from './rule-card.tsx'
import { RuleDialog } from './rule-dialog.tsx'

/** Risk rules, each with its sentence, its preview and its switch. */
export function Rules() {
  const { data } = useSuspenseQuery(query(listRiskRules, {}))
  const [edited, setEdited] = useState<RiskRule | 'new' | null>(null)
  const [deleted, setDeleted] = useState<RiskRule | null>(null)
  const add = (
    <Button look="primary" className="justify-self-start" onClick={() => setEdited('new')}>
      <PlusIcon /> Add rule
    </Button>
  )
  return (
    <div className="grid gap-5">
      <p className="max-w-prose text-soft">
        A rule catches orders of customers. It can hold them for review after they’re paid, ask for
        the password or a code first, or refuse them. A new rule does nothing until you preview it
        and switch it on.
      </p>
      {data.rules.length > 0 ? (
        <>
          {add}
          <ul className="grid items-start gap-4 xl:grid-cols-2">
            {data.rules.map((rule) => (
              <li key={rule._id}>
                <RuleCard
                  rule={rule}
                  onEdit={() => setEdited(rule)}
                  onDelete={() => setDeleted(rule)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <EmptyState title="No rules yet" action={add}>
          Begin with a rule that holds large first purchases.
        </EmptyState>
      )}
      {edited && (
        <RuleDialog rule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted && (
        <ConfirmDelete
          endpoint={deleteRiskRule}
          id={deleted._id}
          question="Delete this rule?"
          refetch={[listRiskRules]}
          onClose={() => setDeleted(null)}
        >
          <strong className="text-ink">{deleted.name}</strong> stops at once. Orders that it holds
          stay held.
        </ConfirmDelete>
      )}
    </div>
  )
}
