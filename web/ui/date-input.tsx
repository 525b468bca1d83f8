import { useEffect, useRef } from 'react'
import { Input } from './field.tsx'
import { usePause } from './use-pause.ts'

const PAUSE_MS = 500

type DateInputProps = {
  id: string
  value: string // as 2026-01-31, or empty
  onChange: (day: string) => void
}

/** A day. Digit by digit a year goes through the centuries, so it is told when the typing pauses. */
export function DateInput({ id, value, onChange }: DateInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const pause = usePause(PAUSE_MS)
  useEffect(() => {
    // Only what comes from elsewhere, such as the way back: what is being typed stays.
    if (input.current!.value !== value) input.current!.value = value
  }, [value])
  return (
    <Input
      ref={input}
      id={id}
      type="date"
      min="2020-01-01"
      max="2099-12-31"
      defaultValue={value}
      // The calendar inside of it has the focus once, too, and the input then only has it within.
      className="focus-within:outline-3 focus-within:outline-glass"
      onChange={({ target }) =>
        pause.thenRun(() => {
          if (target.validity.valid && target.value !== value) onChange(target.value)
        })
      }
    />
  )
}
