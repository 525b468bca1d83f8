import { useState, type ChangeEvent, type DragEvent } from 'react'
import { Field } from './field.tsx'
import { ImageIcon } from '#web/ui/icons/icons.tsx'

const BYTES_MAX = 5 * 1024 * 1024

type ImagePickerProps = {
  label: string
  current?: string // address of the current picture
  hint?: string | undefined
  error?: string | undefined // problem with the submitted picture
  onPick: (file: File) => void
}

/** Accepts one picture, chosen or dropped, and previews it before upload. */
export function ImagePicker({ label, current, hint, error, onPick }: ImagePickerProps) {
  const [preview, setPreview] = useState(current)
  const [problem, setProblem] = useState('')

  function take(file: File | undefined): void {
    if (!file) return
    if (file.size > BYTES_MAX)
      return setProblem(`File "${file.name}" exceeds the maximum size of 5MB`)
    if (!file.type.startsWith('image/')) return setProblem(`File "${file.name}" is not an image`)
    setProblem('')
    setPreview(URL.createObjectURL(file))
    onPick(file)
  }

  function drop(event: DragEvent): void {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }

  return (
    <Field label={label} hint={hint} error={problem || error}>
      {(wiring) => (
        <div
          onDrop={drop}
          onDragOver={(event) => event.preventDefault()}
          className="facet relative grid min-h-36 place-items-center overflow-hidden border-2 border-dashed border-edge bg-sunken text-soft focus-within:outline-3 focus-within:outline-glass hover:border-ink/60"
        >
          {preview ? (
            <img src={preview} alt="" className="max-h-48 w-full object-contain" />
          ) : (
            <span className="grid justify-items-center gap-2 p-4 text-center text-sm">
              <ImageIcon className="size-7" />
              Choose a picture or drop it here, at most 5&nbsp;MB
            </span>
          )}
          <input
            {...wiring}
            type="file"
            accept="image/*"
            onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.files?.[0])}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </div>
      )}
    </Field>
  )
}
