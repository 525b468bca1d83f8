import { useWatch } from 'react-hook-form'
import { addItem, editItem, findGameAsAdmin, listGamesAsAdmin } from '#contract/catalogue/games.ts'
import type { FullGame, FullItem } from '#contract/catalogue/games.ts'
import { listPriceRules } from '#contract/catalogue/suppliers/prices.ts'
import { call } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { CheckField } from '#web/ui/form/choice/check-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { GalleryField } from '#web/admin/catalogue/gallery/gallery-field.tsx'
import { ItemMargin } from './item-margin.tsx'
import { ItemSuppliers } from './item-suppliers.tsx'
import { FormConflict } from '#web/admin/forms/form-conflict.tsx'
import { TagField } from '#web/admin/catalogue/gallery/tag-field.tsx'
import { changesOf } from '#web/admin/forms/field-schemas.ts'
import { NEW_ITEM, toItemFormValues, ItemFormValues } from './item-form-values.ts'
import { useVersion } from '#web/admin/forms/use-version.ts'

const REFETCH = [findGameAsAdmin, listGamesAsAdmin, listPriceRules]

type Props = { game: FullGame; item: FullItem | null; onClose: () => void }

/** Adds or edits a pack of the game. */
export function ItemForm({ game, item, onClose }: Props) {
  const add = useSend(addItem, { refetch: REFETCH, onDone: onClose })
  const edit = useSend(editItem, { refetch: REFETCH, onDone: onClose })
  const { version, load } = useVersion(item, async () => {
    const now = await call(findGameAsAdmin, { slug: game.gameSlug })
    return now.itemId.find(({ _id }) => _id === item!._id)
  })
  const initial = toInitial(version)

  async function save(input: ItemFormValues): Promise<unknown> {
    if (!item) return add.mutateAsync({ gameSlug: game.gameSlug, ...input })
    const before = ItemFormValues.safeParse(initial).data
    const change = changesOf(before ?? {}, input)
    if (Object.keys(change).length === 0) return onClose()
    const was = before && toWas(before, change)
    return edit.mutateAsync({ itemId: item._id, ...change, ...(was && { was }) })
  }

  return (
    <Dialog title={item ? item.itemName : 'Add Game Item'} isOpen isWide onClose={onClose}>
      <Form
        schema={ItemFormValues}
        initial={initial}
        submit={{ label: item ? 'Save' : 'Add Game Item', busyLabel: 'Saving...' }}
        onSubmit={save}
        onCancel={onClose}
      >
        {item && item.pausedFor !== null && <Paused reason={item.pausedFor} />}
        <div className="grid items-start gap-x-6 gap-y-5 md:grid-cols-2">
          <div className="grid gap-5">
            <TextField name="itemName" label="Name" autoComplete="off" />
            <GalleryField name="itemImageId" label="Image" current={version?.itemImageId ?? null} />
          </div>
          <PriceFields />
        </div>
        <ItemSuppliers game={game} />
        <ShelfFields isNew={!item} />
        <FormConflict load={async () => toInitial(await load())} />
      </Form>
    </Dialog>
  )
}

const toInitial = (item: FullItem | null) => (item ? toItemFormValues(item) : NEW_ITEM)

/** Every sale reduces the quantity, so it is compared only if the form changes it. */
function toWas({ quantity, index, ...rest }: ItemFormValues, change: Partial<ItemFormValues>) {
  return {
    ...rest,
    ...(index !== undefined && { index }),
    ...(change.quantity !== undefined && { quantity }),
  }
}

const Paused = ({ reason }: { reason: string }) => (
  <p className="rounded-md bg-bad-soft p-3 text-sm text-bad">
    <strong>Paused.</strong> {reason}. It goes back on sale automatically when this is resolved, or
    when you tick “For sale”.
  </p>
)

const PRICES = [
  { name: 'sellingPrice', label: 'Selling price' },
  { name: 'costPrice', label: 'Cost' },
  { name: 'resellerSellingPrice', label: 'Reseller price' },
  { name: 'dummyPrice', label: 'List price' },
]

const PriceFields = () => (
  <fieldset className="grid grid-cols-2 items-start gap-x-3 gap-y-5">
    <legend className="sr-only">Prices</legend>
    {PRICES.map((price) => (
      <TextField
        key={price.name}
        {...price}
        before="₹"
        inputMode="decimal"
        autoComplete="off"
        className="money pl-8!"
      />
    ))}
    <Margins />
    <div className="col-span-full">
      <CheckField
        name="isPriceFixed"
        label="Fixed price"
        hint="The game’s price rule won’t change it."
      />
    </div>
  </fieldset>
)

const { sellingPrice, resellerSellingPrice, costPrice } = ItemFormValues.shape

/** Margins of the prices as they are typed. An invalid price has no margin. */
function Margins() {
  const [selling, reseller, cost] = useWatch({
    name: ['sellingPrice', 'resellerSellingPrice', 'costPrice'],
  }) as [string, string, string]
  const price = sellingPrice.safeParse(selling).data ?? null
  const resellers = resellerSellingPrice.safeParse(reseller).data ?? price
  const paid = costPrice.safeParse(cost).data ?? null
  return (
    <dl
      aria-live="polite"
      className="col-span-full flex flex-wrap gap-x-6 gap-y-1 rounded-md bg-sunken px-3 py-2 text-sm"
    >
      <div className="flex gap-2">
        <dt className="text-soft">Margin</dt>
        <dd className="money">
          <ItemMargin price={price} cost={paid} />
        </dd>
      </div>
      <div className="flex gap-2">
        <dt className="text-soft">From resellers</dt>
        <dd className="money">
          <ItemMargin price={resellers} cost={paid} />
        </dd>
      </div>
    </dl>
  )
}

const ShelfFields = ({ isNew }: { isNew: boolean }) => (
  <fieldset className="grid items-start gap-x-6 gap-y-5 border-t border-line pt-5 sm:grid-cols-2 md:grid-cols-3">
    <legend className="sr-only">Availability</legend>
    <TextField
      name="index"
      label="Index"
      hint={isNew ? 'Leave empty to put it last.' : 'The lowest comes first.'}
      inputMode="numeric"
      autoComplete="off"
    />
    <TagField />
    <TextField
      name="itemSlug"
      label="Address"
      hint="Leave empty to derive it from the name."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
    <TextField
      name="quantity"
      label="Quantity"
      hint="Leave empty for unlimited stock."
      inputMode="numeric"
      autoComplete="off"
    />
    <CheckField
      name="isShowQuantity"
      label="Show quantity"
      hint="Shows customers how many are left."
    />
    <CheckField
      name="itemAvailablity"
      label="For sale"
      hint="Items not for sale are visible but can’t be bought."
    />
  </fieldset>
)
