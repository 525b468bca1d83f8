import { useRef, useState } from 'react'
import { readDateText, toDateText } from './date-text.ts'
import { Input } from './field.tsx'
import { CalendarIcon } from './icons.tsx'

type DateInputProps = {
  id: string
  label: string
  value: string // as 2026-01-31, or empty
  onChange: (day: string) => void
  /** Told what is typed while it is no date. */
  onUnreadable?: (text: string) => void
  min?: string
  max?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

/**
 * A day as DD/MM/YYYY, whatever the browser's language: a native date field would follow that instead of the shop's country.
 * The button opens the browser's own calendar.
 */
export function DateInput({
  id,
  label,
  value,
  onChange,
  onUnreadable,
  min = '2020-01-01',
  max = '2099-12-31',
  'aria-invalid': isInvalid = false,
  ...described
}: DateInputProps) {
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: '', at: '' })
  // What is typed counts until another day comes from elsewhere, such as the way back.
  const isTyping = typed.at === value && typed.text !== ''
  const text = isTyping ? typed.text : toDateText(value)
  const read = (written: string) => {
    const day = readDateText(written)
    return day === null || (day !== '' && (day < min || day > max)) ? null : day
  }

  function take(written: string): void {
    const day = read(written)
    if (day === null) onUnreadable?.(written)
    else if (day !== value) onChange(day)
    setTyped({ text: written, at: day === null && onUnreadable ? written : value })
  }

  return (
    <span className="relative block">
      <Input
        {...described}
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="DD/MM/YYYY"
        maxLength={12}
        value={text}
        aria-invalid={isInvalid || read(text) === null}
        className="pr-11"
        onChange={({ target }) => take(target.value)}
      />
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={read(text) ?? ''}
        className="pointer-events-none absolute right-0 bottom-0 size-11 opacity-0"
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        type="button"
        aria-label={`Choose from a calendar: ${label}`}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-soft hover:text-ink"
        onClick={() => calendar.current?.showPicker()}
      >
        <CalendarIcon className="size-5" />
      </button>
    </span>
  )
}
