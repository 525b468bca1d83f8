import { useState } from 'react'
import { CheckIcon, CopyIcon } from '#web/ui/icons/icons.tsx'

type Props = { text: string; label: string }

/** Shows the text as a button that copies it. */
export function CopyButton({ text, label }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(text))
  return (
    <button
      type="button"
      title={label}
      onClick={() => void copy()}
      className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 text-left font-medium wrap-anywhere hover:bg-sunken"
    >
      {text}
      {isCopied ? (
        <CheckIcon className="size-4 text-good" />
      ) : (
        <CopyIcon className="size-4 shrink-0" />
      )}
      <span className="sr-only">{label}</span>
      <output className="sr-only">{isCopied && 'Copied'}</output>
    </button>
  )
}

/** Pages on plain HTTP have no clipboard API, so there the text is selected and copied with `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
