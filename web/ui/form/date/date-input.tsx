import { useRef, useState } from 'react'
import { readDateText, toDateText } from './date-text.ts'
import { Input } from '#web/ui/form/field.tsx'
import { CalendarIcon } from '#web/ui/icons/icons.tsx'

type DateInputProps = {
  id: string
  label: string
  value: string // as 2026-01-31, or empty
  onChange: (day: string) => void
  /** Receives typed text that is not a valid date. */
  onUnreadable?: (text: string) => void
  'aria-invalid'?: boolean
  'aria-describedby'?: string | undefined
}

const [MIN, MAX] = ['2020-01-01', '2099-12-31']

function read(text: string): string | null {
  const day = readDateText(text)
  return day && (day < MIN || day > MAX) ? null : day
}

/**
 * A day as DD/MM/YYYY in every browser. A native date field would follow the browser's language instead of the shop's
 * country. The button opens the browser's own calendar.
 */
export function DateInput({
  id,
  label,
  value,
  onChange,
  onUnreadable,
  'aria-invalid': isInvalid = false,
  ...described
}: DateInputProps) {
  const { text, take } = useTyped({ value, onChange, onUnreadable })
  return (
    <span className="relative block">
      <Input
        {...described}
        id={id}
        inputMode="numeric"
        autoComplete="off"
        placeholder="DD/MM/YYYY"
        maxLength={12}
        value={text}
        aria-invalid={isInvalid || read(text) === null}
        className="pr-11"
        onChange={({ target }) => take(target.value)}
      />
      <Calendar label={label} day={read(text) ?? ''} onChange={onChange} />
    </span>
  )
}

type Typing = Pick<DateInputProps, 'value' | 'onChange'> & {
  onUnreadable: DateInputProps['onUnreadable']
}

/** Keeps the typed text until a new day arrives, typed or set from elsewhere, such as by the back button. */
function useTyped({ value, onChange, onUnreadable }: Typing) {
  const [typed, setTyped] = useState<{ text: string; before: string } | null>(null)
  if (typed && value !== typed.before) setTyped(null)

  function take(text: string): void {
    const day = read(text)
    if (day === null) onUnreadable?.(text)
    else if (day !== value) onChange(day)
    setTyped({ text, before: day === null && onUnreadable ? text : value })
  }

  return { text: typed && value === typed.before ? typed.text : toDateText(value), take }
}

type CalendarProps = { label: string; day: string; onChange: (day: string) => void }

/** The browser's own calendar, which the text field cannot open by itself. */
function Calendar({ label, day, onChange }: CalendarProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        min={MIN}
        max={MAX}
        value={day}
        className="pointer-events-none absolute right-0 bottom-0 size-11 opacity-0"
        onChange={({ target }) => onChange(target.value)}
      />
      <button
        type="button"
        aria-label={`Choose from a calendar: ${label}`}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-md text-soft hover:text-ink"
        onClick={() => input.current?.showPicker()}
      >
        <CalendarIcon className="size-5" />
      </button>
    </>
  )
}
