import { useState, type ChangeEvent, type DragEvent } from 'react'
import { ImageIcon } from './icons.tsx'

const BYTES_MAX = 5 * 1024 * 1024

type ImagePickerProps = {
  id: string
  label: string
  current?: string // the address of the picture that is there now
  onPick: (file: File) => void
}

/** Takes one picture, from the disk or dropped on it, and shows it before anything is sent. */
export function ImagePicker({ id, label, current, onPick }: ImagePickerProps) {
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
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
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
          id={id}
          type="file"
          accept="image/*"
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event: ChangeEvent<HTMLInputElement>) => take(event.target.files?.[0])}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-sm font-medium text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
