import { useId } from 'react'
import { buttonLook } from './button.tsx'

type FilePickerProps = {
  label: string
  accept: string
  describedBy: string
  onPick: (file: File) => void
}

/** Takes a file from the disk, looks like a button, and takes the same file again. */
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
