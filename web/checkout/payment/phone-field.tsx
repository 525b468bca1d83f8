import { PHONE_HINT } from '#web/features/payment/payment-needs.ts'
import { Field, PrefixedInput } from '#web/ui/form/field.tsx'
import { tidyPhone } from '#web/ui/form/tidy.ts'
import type { usePhone } from './use-phone.ts'

/** Asks for the phone number that the gateway needs. */
export const PhoneField = ({ phone }: { phone: ReturnType<typeof usePhone> }) => (
  <Field label="Phone" hint={PHONE_HINT} error={phone.problem}>
    {(wiring) => (
      <PrefixedInput
        {...wiring}
        ref={phone.input}
        before="+91"
        name="phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        className="scroll-my-24"
        value={phone.typed}
        onChange={({ target }) => phone.setTyped(tidyPhone(target.value))}
      />
    )}
  </Field>
)
