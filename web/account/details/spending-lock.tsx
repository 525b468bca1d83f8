import { z } from 'zod'
import { editUser, getUser, SpendingLock as Amount } from '#contract/accounts/users.ts'
import { readNumber } from '#contract/core/decimals.ts'
import { formatMoney, toMajor } from '#contract/core/money.ts'
import { useSend } from '#web/api/use-send.ts'
import { rememberUser } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import { useUser } from '#web/account/use-user.ts'

const schema = z.strictObject({ spendingLock: z.string().transform(readNumber).pipe(Amount) })

/** The amount that the wallet can spend in 24 hours without asking for a passkey or the password. */
export function SpendingLock() {
  const { spendingLock } = useUser()
  const save = useSend(editUser, { refetch: [getUser], onDone: (user) => void rememberUser(user) })
  return (
    <Card title="Spending lock">
      <Form
        key={spendingLock}
        schema={schema}
        initial={{
          spendingLock: spendingLock === null ? '' : String(toMajor(spendingLock, 'INR')),
        }}
        submit={{ label: spendingLock === null ? 'Lock' : 'Save', busyLabel: 'Saving...' }}
        onSubmit={save.mutateAsync}
      >
        <p className="text-soft">
          {spendingLock === null
            ? 'Set an amount, and orders from your wallet beyond it in 24 hours ask for your password or a code from an email, or for your passkey if you have one. A thief who has your phone can’t spend more.'
            : `Orders from your wallet beyond ${formatMoney(spendingLock, 'INR')} in 24 hours ask for your password or a code from an email, or for your passkey if you have one.`}
        </p>
        <TextField
          name="spendingLock"
          label="Amount in rupees"
          before="₹"
          inputMode="decimal"
          autoComplete="off"
          className="money"
          hint="Orders in other currencies count with their amount in rupees."
        />
      </Form>
      {spendingLock !== null && (
        <Button
          look="quiet"
          size="sm"
          className="mt-2 -ml-3"
          isBusy={save.isPending}
          onClick={() => save.mutate({ spendingLock: null })}
        >
          Remove the lock
        </Button>
      )}
    </Card>
  )
}
