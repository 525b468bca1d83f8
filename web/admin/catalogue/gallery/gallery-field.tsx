import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Picture } from '#contract/catalogue/gallery.ts'
import { ShopPicture } from '#web/features/pictures/shop-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { GalleryPicker } from './gallery-picker.tsx'

type Props = { name: string; label: string; current: Picture | null }

/** Picks a picture from the gallery. The value in the surrounding form is the picture's id. */
export function GalleryField({ name, label, current }: Props) {
  const { setValue, getFieldState, formState } = useFormContext<Record<string, string>>()
  const { error } = getFieldState(name, formState)
  const id = useWatch<Record<string, string>>({ name })
  const [picked, setPicked] = useState<Picture | null>(null)
  const chosen = [picked, current].find((picture) => picture?._id === id) ?? null
  const [isPicking, setPicking] = useState(false)

  function choose(picture: Picture | null): void {
    setPicked(picture)
    setPicking(false)
    setValue(name, picture?._id ?? '', { shouldDirty: true, shouldValidate: error !== undefined })
  }

  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <span className="relative size-16 shrink-0 overflow-hidden rounded-md border border-line">
          <ShopPicture
            of={chosen}
            sizes="64px"
            widthMax={160}
            className="absolute inset-0 size-full object-cover"
          />
        </span>
        <span className="min-w-32 flex-1 text-sm wrap-anywhere">
          {chosen ? chosen.imageName : <span className="text-soft">Default image</span>}
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="sm" onClick={() => setPicking(true)}>
            Choose image
          </Button>
          {chosen && (
            <Button size="sm" look="quiet" onClick={() => choose(null)}>
              Remove
            </Button>
          )}
        </span>
      </div>
      {error && (
        <p role="alert" className="text-sm font-medium text-bad">
          {error.message}
        </p>
      )}
      {isPicking && <GalleryPicker onPick={choose} onClose={() => setPicking(false)} />}
    </fieldset>
  )
}
