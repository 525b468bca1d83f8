import { editSettings } from '#contract/catalogue/settings.ts'
import type { Settings } from '#contract/catalogue/settings.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { SUBMIT, useSave } from './use-save.ts'

const AgeRule = editSettings.input.pick({ ageRule: true })

const RULES = [
  { value: 'off', label: 'Don’t ask' },
  { value: 'stated', label: 'Ask, and believe that a parent agrees' },
  { value: 'parent', label: 'Ask, and email the parent of those under 18' },
]

const pickRule = ({ ageRule }: Settings) => ({ ageRule })

export function EditAgeRule({ settings }: { settings: Settings }) {
  const { version, save, load } = useSave(settings, pickRule)
  return (
    <Card title="Age of customers">
      <Form schema={AgeRule} initial={pickRule(version)} submit={SUBMIT} onSubmit={save}>
        <p className="text-soft">
          Asked once, before the first purchase. Resellers and staff aren’t asked. People under 18
          get no newsletters.
        </p>
        <SelectField name="ageRule" label="Before a purchase" options={RULES} />
        <FormConflict load={async () => pickRule(await load())} />
      </Form>
    </Card>
  )
}
