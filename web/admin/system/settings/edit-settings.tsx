import { z } from 'zod'
import { editSettings, type Settings } from '#contract/catalogue/settings.ts'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { LongTextField } from '#web/ui/form/form-fields.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { numberText } from '#web/admin/forms/field-schemas.ts'
import { SUBMIT, useSave } from './use-save.ts'

const { shape } = editSettings.input
const Shop = editSettings.input.pick({ shopName: true, supportUrl: true, supportEmail: true })
const Social = z.strictObject({ socialLinks: shape.socialLinks.unwrap() })
const Legal = z.strictObject({ legal: shape.legal.unwrap() })
const { name, percent, sac } = shape.tax.unwrap().shape
const Tax = z.strictObject({
  tax: z.strictObject({ name, percent: numberText(percent), sac: sac.unwrap() }),
  documentYears: numberText(shape.documentYears.unwrap()),
})

type Props = { settings: Settings }

const pickShop = ({ shopName, supportUrl, supportEmail }: Settings) => ({
  shopName,
  supportUrl,
  supportEmail,
})

export function EditShop({ settings }: Props) {
  const { version, save, load } = useSave(settings, pickShop)
  return (
    <Card title="Shop">
      <Form schema={Shop} initial={pickShop(version)} submit={SUBMIT} onSubmit={save}>
        <TextField name="shopName" label="Name" autoComplete="off" />
        <TextField
          name="supportUrl"
          label="Chat button link"
          hint="For example https://wa.me/919876543210. Leave empty for no button."
          inputMode="url"
          autoComplete="off"
        />
        <TextField name="supportEmail" label="Support email" type="email" autoComplete="off" />
        <FormConflict load={async () => pickShop(await load())} />
      </Form>
    </Card>
  )
}

const CHANNELS = [
  { name: 'socialLinks.instagram', label: 'Instagram' },
  { name: 'socialLinks.facebook', label: 'Facebook' },
  { name: 'socialLinks.youtube', label: 'YouTube' },
  { name: 'socialLinks.x', label: 'X' },
  { name: 'socialLinks.telegram', label: 'Telegram' },
  { name: 'socialLinks.discord', label: 'Discord' },
]

const pickSocial = ({ socialLinks }: Settings) => ({ socialLinks })

export function EditSocialLinks({ settings }: Props) {
  const { version, save, load } = useSave(settings, pickSocial)
  return (
    <Card title="Social links">
      <Form schema={Social} initial={pickSocial(version)} submit={SUBMIT} onSubmit={save}>
        <p className="text-soft">Shown at the bottom of every page. Empty ones are hidden.</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          {CHANNELS.map((channel) => (
            <TextField
              key={channel.name}
              {...channel}
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
            />
          ))}
        </div>
        <FormConflict load={async () => pickSocial(await load())} />
      </Form>
    </Card>
  )
}

const pickLegal = ({ legal }: Settings) => ({ legal })

export function EditLegal({ settings }: Props) {
  const { version, save, load } = useSave(settings, pickLegal)
  return (
    <Card title="Legal details">
      <Form schema={Legal} initial={pickLegal(version)} submit={SUBMIT} onSubmit={save}>
        <p className="text-soft">Shown on legal pages, invoices and newsletters.</p>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField name="legal.businessName" label="Business name" autoComplete="off" />
          <TextField
            name="legal.taxId"
            label="Tax number"
            hint="For example a GSTIN"
            autoComplete="off"
          />
        </div>
        <LongTextField name="legal.address" label="Address" rows={3} autoComplete="off" />
        <TextField name="legal.email" label="Email" type="email" autoComplete="off" />
        <FormConflict load={async () => pickLegal(await load())} />
      </Form>
    </Card>
  )
}

const pickTax = ({ tax, documentYears }: Settings) => ({ tax, documentYears })
const toTaxFormValues = ({ tax, documentYears }: Pick<Settings, 'tax' | 'documentYears'>) => ({
  tax: { ...tax, percent: String(tax.percent) },
  documentYears: String(documentYears),
})

export function EditTax({ settings }: Props) {
  const { version, save, load } = useSave(settings, pickTax)
  return (
    <Card title="Tax">
      <Form schema={Tax} initial={toTaxFormValues(version)} submit={SUBMIT} onSubmit={save}>
        <p className="text-soft">
          Prices include it, and invoices show the amount. At 0 percent, or without a tax number,
          they show none. A change applies to new invoices only.
        </p>
        <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
          <TextField name="tax.name" label="Name" autoComplete="off" />
          <TextField
            name="tax.percent"
            label="Percent"
            inputMode="decimal"
            autoComplete="off"
            className="money"
          />
          <TextField
            name="tax.sac"
            label="SAC"
            hint="Service code on GST invoices"
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <TextField
          name="documentYears"
          label="Years to keep buyers’ names on documents"
          hint="Counted from the end of the financial year. Indian law requires 8. After that, names are erased for good; numbers and amounts stay."
          inputMode="numeric"
          autoComplete="off"
        />
        <FormConflict load={async () => toTaxFormValues(await load())} />
      </Form>
    </Card>
  )
}
