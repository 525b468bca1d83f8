import { listResidences } from '#web/features/billing/residence.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/choice/select.tsx'
import type { useResidence } from './use-residence.ts'

/** Asks for the State that the invoice names. */
export const ResidenceField = ({ residence }: { residence: ReturnType<typeof useResidence> }) => (
  <div className="mt-4">
    <Field
      label="Your State or country"
      hint="Your invoice shows it. We ask only once, and you can change it in your account."
      error={residence.problem}
    >
      {(wiring) => (
        <Select
          {...wiring}
          name="residence"
          value={residence.chosen}
          onChange={({ target }) => residence.choose(target.value)}
          options={residence.chosen ? listResidences() : [NONE, ...listResidences()]}
        />
      )}
    </Field>
  </div>
)

const NONE = { value: '', label: 'Choose one' }
