import { useFormContext, useWatch } from 'react-hook-form'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'
import { ChevronDownIcon, TrashIcon } from '#web/ui/icons/icons.tsx'
import { ProductField } from '#web/admin/catalogue/suppliers/product-field.tsx'
import {
  findSource,
  suppliersOf,
  toOptions,
  useSources,
} from '#web/admin/catalogue/suppliers/use-sources.ts'
import type { ItemFormFields } from './item-suppliers.tsx'

type Props = { index: number; onRaise: (() => void) | undefined; onRemove: () => void }

/** A further supplier of a pack, and the pack's product id there. */
export function ItemSupplierRow({ index, onRaise, onRemove }: Props) {
  const { getValues } = useFormContext<ItemFormFields>()
  const field = `sources.${index}` as const
  const source = useWatch({ name: `${field}.source` }) as string
  const suppliers = suppliersOf(useSources())
  const { game, region, product } = findSource(suppliers, source).hints
  const number = index + 2 // the game's own supplier is number one

  function place() {
    const { source: name, givenGameName, givenRegion } = getValues(field)
    return { name, game: givenGameName, region: givenRegion }
  }

  return (
    <li className="grid gap-3 rounded-md border border-line p-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">Supplier {number}</h3>
        <span className="-my-2 flex">
          {onRaise && (
            <IconButton label={`Move supplier ${number} up`} onClick={onRaise}>
              <ChevronDownIcon className="size-5 rotate-180" />
            </IconButton>
          )}
          <IconButton label={`Remove supplier ${number}`} onClick={onRemove}>
            <TrashIcon />
          </IconButton>
        </span>
      </div>
      <div className="grid items-start gap-3 sm:grid-cols-3">
        <SelectField
          name={`${field}.source`}
          label="API name"
          options={toOptions(suppliers, source)}
        />
        <TextField
          name={`${field}.givenGameName`}
          label="Given game name"
          hint={game}
          autoComplete="off"
        />
        <TextField
          name={`${field}.givenRegion`}
          label="Given region"
          hint={region}
          autoComplete="off"
        />
      </div>
      <ProductField
        name={`${field}.serviceId`}
        label="Service ID there"
        hint={product}
        place={place}
      />
    </li>
  )
}
