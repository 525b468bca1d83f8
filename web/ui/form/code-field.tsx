import { TextField } from '#web/ui/form/form.tsx'
import { tidyCode } from '#web/ui/form/tidy.ts'

/** A single field for all four digits, so that phones can fill it from the message. */
export const CodeField = () => (
  <TextField
    name="code"
    label="OTP"
    inputMode="numeric"
    autoComplete="one-time-code"
    tidy={tidyCode}
    placeholder="0000"
    className="money text-center text-2xl tracking-[0.5em]"
  />
)
