import { useFieldArray, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import type { FullGame } from '#contract/catalogue/games.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { PlusIcon } from '#web/ui/icons/money-icons.tsx'
import { ItemSupplierRow } from './item-supplier-row.tsx'
import { ProductField } from '#web/admin/catalogue/suppliers/product-field.tsx'
import { findSource, suppliersOf, useSources } from '#web/admin/catalogue/suppliers/use-sources.ts'
import type { ItemFormValues } from './item-form-values.ts'

export type ItemFormFields = z.input<typeof ItemFormValues>

const ROUTINGS = [
  { value: 'in order', label: 'In order: the first one that can deliver' },
  { value: 'best', label: 'Best: the most reliable at the lowest cost' },
]
const SUPPLIERS_MAX = 10
const NO_PRODUCT = { givenGameName: '', givenRegion: '', serviceId: '' }

/** Suppliers of a pack: the game's own one first, then the others. */
export const ItemSuppliers = ({ game }: { game: FullGame }) => (
  <fieldset className="grid gap-4 border-t border-line pt-5">
    <legend className="sr-only">Suppliers</legend>
    {game.apiName === MANUAL ? (
      <p className="text-sm text-soft">
        This game is delivered by hand, so its items have no supplier. Choose an API in its first
        step to deliver automatically.
      </p>
    ) : (
      <>
        <OwnProduct game={game} />
        <OtherSuppliers />
      </>
    )}
  </fieldset>
)

function OwnProduct({ game: { apiName, givenGameName, givenRegion } }: { game: FullGame }) {
  const { setValue, getValues } = useFormContext<ItemFormFields>()
  const { title, hints } = findSource(useSources(), apiName)
  return (
    <ProductField
      name="serviceId"
      label={`Service ID at ${title}`}
      hint={hints.product}
      place={() => ({ name: apiName, game: givenGameName, region: givenRegion })}
      onPick={({ name, cost }) => {
        if (!getValues('itemName')) setValue('itemName', name, { shouldValidate: true })
        if (cost) setValue('costPrice', cost, { shouldDirty: true })
      }}
    />
  )
}

function OtherSuppliers() {
  const { getFieldState, formState, control } = useFormContext<ItemFormFields>()
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'sources' })
  const [first] = suppliersOf(useSources())
  const { error } = getFieldState('sources', formState)
  const complaint = error?.message ?? error?.root?.message
  return (
    <>
      {fields.length > 0 && (
        <>
          <ol className="grid gap-4">
            {fields.map(({ id }, index) => (
              <ItemSupplierRow
                key={id}
                index={index}
                onRaise={index > 0 ? () => swap(index, index - 1) : undefined}
                onRemove={() => remove(index)}
              />
            ))}
          </ol>
          {complaint && (
            <p role="alert" className="text-sm font-medium text-bad">
              {complaint}
            </p>
          )}
          <div className="max-w-form">
            <SelectField name="routing" label="Supplier order" options={ROUTINGS} />
          </div>
        </>
      )}
      {first && fields.length < SUPPLIERS_MAX && (
        <Button
          size="sm"
          className="justify-self-start"
          onClick={() => append({ source: first.name, ...NO_PRODUCT })}
        >
          <PlusIcon /> Add another supplier
        </Button>
      )}
    </>
  )
}
