import { z } from 'zod'
import { listAlerts } from '#contract/backoffice/alerts.ts'
import { CredentialChange } from '#contract/core/credentials.ts'
import {
  editSupplier,
  listSuppliers,
  type DeliverySource,
} from '#contract/catalogue/suppliers/suppliers.ts'
import { useSend } from '#web/api/use-send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form, TextField } from '#web/ui/form/form.tsx'
import {
  CredentialFields,
  CredentialsNote,
  toChanged,
  toInitial,
} from '#web/admin/credentials/credential-fields.tsx'
import { numberTextOr } from '#web/admin/forms/field-schemas.ts'
import { ForgetCredentials } from '#web/admin/credentials/forget-credentials.tsx'
import { SupplierCallback } from './supplier-callback.tsx'

const { lowBelow, unitCosts } = editSupplier.input.shape

const schema = z.strictObject({
  credentials: CredentialChange,
  lowBelow: numberTextOr(null, lowBelow.unwrap()),
  unitCosts: z.record(z.string(), numberTextOr(null, unitCosts.unwrap().element.shape.rupees)),
})

type SupplierFormValues = z.output<typeof schema>
type Props = { supplier: DeliverySource; onClose: () => void }

/** Edits a supplier's credentials, the alert for a low balance, and the cost of its currencies. */
export function SupplierSetup({ supplier, onClose }: Props) {
  const { title, credentials } = supplier
  const refetch = [listSuppliers, listAlerts]
  const save = useSend(editSupplier, { refetch, onDone: onClose })
  return (
    <Dialog title={`Set up ${title}`} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <CredentialsNote source={supplier.source} />
        <Form
          schema={schema}
          initial={{
            credentials: toInitial(credentials),
            lowBelow: toText(supplier.lowBelow),
            unitCosts: Object.fromEntries(
              supplier.unitCosts.map((one) => [one.currency, ownOf(one)]),
            ),
          }}
          submit={{ label: 'Save', busyLabel: 'Saving...' }}
          onCancel={onClose}
          onSubmit={(input) =>
            save.mutateAsync({ name: supplier.name, ...toChange(supplier, input) })
          }
        >
          <CredentialFields credentials={credentials} />
          <SupplierCallback supplier={supplier} />
          {supplier.tellsBalance && <LowField supplier={supplier} />}
          {supplier.unitCosts.map((cost) => (
            <CostField key={cost.currency} cost={cost} />
          ))}
          {supplier.source === 'back office' && <Forget supplier={supplier} onDone={onClose} />}
        </Form>
      </div>
    </Dialog>
  )
}

type UnitCost = DeliverySource['unitCosts'][number]

const toText = (amount: number | null): string => (amount === null ? '' : String(amount))
const ownOf = ({ rupees, isEntered }: UnitCost): string => toText(isEntered ? rupees : null)

/** Sends only what changed, so that two people editing different things don't overwrite each other. */
function toChange(
  supplier: DeliverySource,
  { credentials, lowBelow, unitCosts }: SupplierFormValues,
) {
  const changed = toChanged(supplier.credentials, credentials)
  const costs = supplier.unitCosts
    .filter((one) => toText(unitCosts[one.currency] ?? null) !== ownOf(one))
    .map(({ currency }) => ({ currency, rupees: unitCosts[currency] ?? null }))
  return {
    credentials: changed, // sent even if empty, which seals the stored ones with the newest secret
    ...(lowBelow !== supplier.lowBelow && { lowBelow }),
    ...(costs.length > 0 && { unitCosts: costs }),
  }
}

const LowField = ({ supplier: { title, balance, currencies } }: Pick<Props, 'supplier'>) => (
  <TextField
    name="lowBelow"
    label="Warn when the balance falls below"
    hint={`In ${balance?.currency ?? currencies.join()}. Leave empty to be warned only when ${title} refuses an order.`}
    inputMode="decimal"
    autoComplete="off"
    className="money"
  />
)

function CostField({ cost: { currency, rupees, isEntered } }: { cost: UnitCost }) {
  const rate = !isEntered && rupees !== null && ` Leave empty to use the shop’s rate: ₹${rupees}.`
  return (
    <TextField
      name={`unitCosts.${currency}`}
      label={`Cost of 1 ${currency}`}
      hint={`In rupees, including bank fees.${rate || ''}`}
      before="₹"
      inputMode="decimal"
      autoComplete="off"
      className="money"
    />
  )
}

function Forget({
  supplier: { name, title, credentials },
  onDone,
}: {
  supplier: Props['supplier']
  onDone: () => void
}) {
  const forget = useSend(editSupplier, { refetch: [listSuppliers, listAlerts], onDone })
  const nothing = Object.fromEntries(credentials.map((field) => [field.name, '']))
  return (
    <ForgetCredentials
      title={title}
      isBusy={forget.isPending}
      onForget={() => forget.mutate({ name, credentials: nothing })}
    >
      Without them the shop can’t buy from {title}or check orders already sent there.
    </ForgetCredentials>
  )
}
