import { useSuspenseQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Billing, editBilling, getBilling } from '#contract/accounting/billing.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { fromResidence, listResidences, toResidence } from '#web/features/billing/residence.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField, SelectField } from '#web/ui/form/form-fields.tsx'

const schema = z
  .strictObject({
    residence: z.string().min(1, 'Please choose where you live'),
    taxId: z.string(),
    businessName: z.string(),
    address: z.string(),
  })
  .transform(({ residence, ...business }): z.input<typeof Billing> => ({
    ...fromResidence(residence),
    ...business,
  }))
  .pipe(Billing)

const NONE = { value: '', label: 'Choose one' }

/** Where the customer is taxed, and whether as a business. */
export function BillingDetails() {
  const { data } = useSuspenseQuery(query(getBilling, {}))
  const save = useSend(editBilling, { refetch: [getBilling] })
  const { billing, home, isAsked } = data
  if (!isAsked) return null
  const { taxId = '', businessName = '', address = '' } = billing ?? {}
  const residence = billing ?? home
  return (
    <Card title="Billing">
      <Form
        schema={schema}
        initial={{
          residence: residence ? toResidence(residence) : '',
          taxId,
          businessName,
          address,
        }}
        submit={{ label: 'Save', busyLabel: 'Saving...' }}
        onSubmit={save.mutateAsync}
      >
        <p className="text-soft">Shown on invoices of new orders.</p>
        <SelectField
          name="residence"
          label="Your State or country"
          options={residence ? listResidences() : [NONE, ...listResidences()]}
        />
        <TextField
          name="taxId"
          label="Tax number of your business"
          hint="For example a GSTIN. Leave empty if you buy for yourself."
          autoComplete="off"
        />
        <TextField name="businessName" label="Business name" autoComplete="organization" />
        <LongTextField
          name="address"
          label="Business address"
          rows={3}
          autoComplete="street-address"
        />
      </Form>
    </Card>
  )
}
