import { TextField } from './form.tsx'
import { tidyCode } from './tidy.ts'

/** A single field for all four digits, so that phones can fill it from the message. */
export const CodeField = ({ label = 'OTP' }: { label?: string }) => (
  <TextField
    name="code"
    label={label}
    inputMode="numeric"
    autoComplete="one-time-code"
    tidy={tidyCode}
    placeholder="0000"
    className="money text-center text-2xl tracking-[0.5em]"
  />
)
