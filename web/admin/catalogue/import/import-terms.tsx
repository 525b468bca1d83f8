import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { importProducts, type Import } from '#contract/catalogue/suppliers/imports.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { GalleryField } from '#web/admin/catalogue/gallery/gallery-field.tsx'
import { TagField } from '#web/admin/catalogue/gallery/tag-field.tsx'
import { idOrNull } from '#web/admin/forms/reference-schemas.ts'
import { numberTextOr } from '#web/admin/forms/field-schemas.ts'

export type Terms = Omit<Import, 'gameSlug' | 'productIds'>

const { pricing, markup, roundTo, itemImageId, tagId, itemAvailablity } = importProducts.input.shape

/** Parses the terms by the rules of their endpoint. */
const TypedTerms = z
  .strictObject({
    pricing,
    markup: numberTextOr(undefined, markup.optional()),
    roundTo: numberTextOr(undefined, roundTo.optional()),
    itemImageId: idOrNull(itemImageId.unwrap()),
    tagId: idOrNull(tagId.unwrap()),
    itemAvailablity: itemAvailablity.unwrap(),
  })
  .superRefine((typed, { addIssue }) => {
    if (typed.pricing === 'markup' && typed.markup === undefined)
      addIssue({ code: 'custom', path: ['markup'], message: 'Please enter a percentage' })
  })
  .transform(({ markup: percent, roundTo: step, ...terms }): Terms => ({
    ...terms,
    ...(percent === undefined ? {} : { markup: percent }),
    ...(step === undefined ? {} : { roundTo: step }),
  }))

const PRICINGS = [
  { value: 'markup', label: 'Percent above cost' },
  { value: 'rule', label: 'By the game’s price rule' },
]

type Props = {
  count: number
  source: string
  onChange: () => void
  onSubmit: (terms: Terms) => Promise<void>
}

/** Settings shared by all packs imported together. */
export const ImportTerms = ({ count, source, onChange, onSubmit }: Props) => (
  <div onChange={onChange}>
    <Form
      schema={TypedTerms}
      initial={{
        pricing: 'markup',
        markup: '',
        roundTo: '1',
        itemImageId: '',
        tagId: '',
        itemAvailablity: true,
      }}
      submit={{ label: 'Preview', busyLabel: `Asking ${source}...` }}
      onSubmit={async (terms) => {
        if (count === 0) throw new Error('Please choose what to import')
        await onSubmit(terms)
      }}
    >
      <Pricing />
      <GalleryField name="itemImageId" label="Image" current={null} />
      <TagField />
      <CheckField
        name="itemAvailablity"
        label="Put on sale at once"
        hint="Otherwise they’re added but can’t be bought yet"
      />
    </Form>
  </div>
)

function Pricing() {
  const { control } = useFormContext<{ pricing: Import['pricing'] }>()
  const chosen = useWatch({ control, name: 'pricing' })
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <SelectField name="pricing" label="Prices" options={PRICINGS} />
      </div>
      {chosen === 'markup' && (
        <>
          <TextField
            name="markup"
            label="Percent"
            inputMode="decimal"
            autoComplete="off"
            className="money"
          />
          <TextField
            name="roundTo"
            label="Round up to"
            before="₹"
            inputMode="decimal"
            autoComplete="off"
            className="money"
          />
        </>
      )}
    </div>
  )
}
