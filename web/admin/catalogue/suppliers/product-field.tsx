import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { toast } from '#web/state/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form/form.tsx'
import type { Product } from './listed-products.tsx'
import { ProductPicker } from './product-picker.tsx'
import { toAmountText } from '#web/admin/catalogue/items/item-form-values.ts'

/** Names a supplier's product list for one game. */
export type SupplierGame = { name: string; game: string; region: string }

type Props = {
  name: string
  label: string
  hint: string
  place: () => SupplierGame
  /** Receives the product's name, and its cost as form text. */
  onPick?: (product: { name: string; cost: string }) => void
}

/** A product id, typed or picked from the supplier's current list. */
export function ProductField({ name, label, hint, place, onPick }: Props) {
  const { setValue } = useFormContext<Record<string, string>>()
  const [asked, setAsked] = useState<SupplierGame | null>(null)

  function open(): void {
    const wanted = place()
    if (wanted.game.trim() === '') toast('error', 'Please enter the game’s name at this supplier')
    else setAsked(wanted)
  }

  function choose({ id, name: productName, costPrice }: Product): void {
    setValue(name, id, { shouldDirty: true, shouldValidate: true })
    onPick?.({ name: productName, cost: toAmountText(costPrice) })
    setAsked(null)
  }

  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-48 flex-1">
        <TextField
          name={name}
          label={label}
          hint={hint}
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <Button className="sm:mt-7" aria-label={`Choose from its list: ${label}`} onClick={open}>
        Choose from its list
      </Button>
      {asked && <ProductPicker place={asked} onPick={choose} onClose={() => setAsked(null)} />}
    </div>
  )
}
