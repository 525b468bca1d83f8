import { TextField } from '#web/ui/form/form.tsx'
import { SelectField } from '#web/ui/form/form-fields.tsx'

type Props = { wallets: { value: string; label: string }[] }

/** The amount to move, and the wallet to move it in. */
export const AmountFields = ({ wallets }: Props) => (
  <div className="grid items-start gap-4 sm:grid-cols-2">
    <TextField
      name="amount"
      label="Amount"
      inputMode="decimal"
      autoComplete="off"
      className="money"
    />
    <SelectField name="currency" label="Wallet" options={wallets} />
  </div>
)
