import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  createRiskRule,
  editRiskRule,
  listRiskRules,
  type RiskRule,
} from '#contract/orders/risk.ts'
import { RiskOutcome, ruleInWords } from '#contract/orders/risk-rules.ts'
import { useSend } from '#web/api/use-send.ts'
import { RuleList } from '#web/admin/forms/rule-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { ADDED, toTyped, TypedConditions, type TypedCondition } from './condition-form.ts'

const { name } = createRiskRule.input.shape

const schema = z.strictObject({ name, outcome: RiskOutcome, conditions: TypedConditions })

const OUTCOMES = [
  { value: 'hold', label: 'Hold for review' },
  { value: 'step-up', label: 'Ask for the password or a code' },
  { value: 'refuse', label: 'Refuse' },
]

type Props = { rule: RiskRule | null; onClose: () => void }

/** Adds or changes a rule, and reads it back as a sentence. */
export function RuleDialog({ rule, onClose }: Props) {
  const outcome = { refetch: [listRiskRules], onDone: onClose }
  const create = useSend(createRiskRule, outcome)
  const edit = useSend(editRiskRule, outcome)
  const initial = rule
    ? { name: rule.name, outcome: rule.outcome, conditions: rule.conditions.map(toTyped) }
    : { name: '', outcome: 'hold' as const, conditions: [ADDED] }
  return (
    <Dialog title={rule ? 'Edit rule' : 'Add rule'} isOpen onClose={onClose}>
      <Form
        schema={schema}
        initial={initial}
        submit={{ label: rule ? 'Save' : 'Add rule', busyLabel: 'Saving...' }}
        onCancel={onClose}
        onSubmit={(typed) =>
          rule ? edit.mutateAsync({ id: rule._id, ...typed }) : create.mutateAsync(typed)
        }
      >
        <TextField name="name" label="Name" autoComplete="off" />
        <SelectField name="outcome" label="What it does" options={OUTCOMES} />
        <RuleList
          name="conditions"
          title="When all of these are true"
          one="Condition"
          added={ADDED}
          addLabel="Add a condition"
        >
          {(field) => <ConditionFields field={field} />}
        </RuleList>
        <Sentence />
      </Form>
    </Dialog>
  )
}

type Values = { outcome: RiskOutcome; conditions: TypedCondition[] }

/** The rule in words, as soon as it is complete. */
function Sentence() {
  const { outcome, conditions } = useWatch<Values>() as Values
  const { data } = TypedConditions.safeParse(conditions)
  return (
    <output className="block min-h-12 border-l-4 border-line pl-4 text-soft">
      {data ? ruleInWords({ outcome, conditions: data }) : 'Complete the conditions.'}
    </output>
  )
}
