import { useId } from 'react'
import { buttonLook } from '#web/ui/button.tsx'

type FilePickerProps = {
  label: string
  accept: string
  describedBy: string
  onPick: (file: File) => void
}

/** A file input that looks like a button. It accepts the same file twice in a row. */
export function FilePicker({ label, accept, describedBy, onPick }: FilePickerProps) {
  const id = useId()
  return (
    <span
      className={`relative focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-glass ${buttonLook('plain')}`}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={describedBy}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onPick(file)
        }}
        className="absolute -inset-px cursor-pointer opacity-0"
      />
    </span>
  )
}
