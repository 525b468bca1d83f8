import { editSettings } from '#contract/catalogue/settings.ts'
import type { Settings } from '#contract/catalogue/settings.ts'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { SUBMIT, useSave } from './use-save.ts'

const Guests = editSettings.input.pick({ guestsMayBuy: true })

const pickGuests = ({ guestsMayBuy }: Settings) => ({ guestsMayBuy })

export function EditGuests({ settings }: { settings: Settings }) {
  const { version, save, load } = useSave(settings, pickGuests)
  return (
    <Card title="Guests">
      <Form schema={Guests} initial={pickGuests(version)} submit={SUBMIT} onSubmit={save}>
        <p className="text-soft">
          Guests give an email and pay through a gateway. Their refunds wait until they verify it.
          Coupons that limit uses per customer need an account.
        </p>
        <CheckField name="guestsMayBuy" label="Sell to customers without an account" />
        <FormConflict load={async () => pickGuests(await load())} />
      </Form>
    </Card>
  )
}
