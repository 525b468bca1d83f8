import {
  checkSupplier,
  formatForeign,
  listSuppliers,
  type DeliverySource,
} from '#contract/catalogue/suppliers/suppliers.ts'
import { MANUAL } from '#contract/catalogue/sources.ts'
import { useSend } from '#web/api/use-send.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { AccountActions } from '#web/admin/credentials/account-actions.tsx'
import { CREDENTIALS_FROM } from '#web/admin/credentials/credential-fields.tsx'
import { SupplierState } from './supplier-state.tsx'

type Props = { supplier: DeliverySource; onEdit?: (() => void) | undefined }

/** Shows whether a supplier can deliver now, and the shop's balance there. */
export const SupplierCard = ({ supplier, onEdit }: Props) => (
  <li className="facet flex flex-col gap-3 border border-line bg-stall p-4 shadow-low">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="text-base">{supplier.title}</h3>
      <SupplierState supplier={supplier} />
    </div>
    {supplier.name === MANUAL ? (
      <p className="text-sm text-soft">
        {tellPacks(supplier.packs)}. Your team delivers them: their orders appear under Waiting.
      </p>
    ) : (
      <Account supplier={supplier} onEdit={onEdit} />
    )}
  </li>
)

function Account({ supplier, onEdit }: Props) {
  const { name, title } = supplier
  const check = useSend(checkSupplier, { refetch: [listSuppliers] })
  return (
    <>
      <Facts supplier={supplier} />
      <AccountActions
        title={title}
        check={check}
        onCheck={() => check.mutate({ name })}
        onEdit={onEdit}
      />
    </>
  )
}

const Facts = ({ supplier }: Pick<Props, 'supplier'>) => (
  <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] content-start gap-2 text-sm">
    <div>
      <dt className="text-soft">Credentials</dt>
      <dd className="font-medium">
        {supplier.source ? CREDENTIALS_FROM[supplier.source] : 'None'}
      </dd>
    </div>
    <div>
      <dt className="text-soft">Balance</dt>
      <dd className="money font-medium">{tellBalance(supplier)}</dd>
      {supplier.balance && <dd className="text-soft">{formatDate(supplier.balance.readAt)}</dd>}
    </div>
    <div>
      <dt className="text-soft">Packs</dt>
      <dd className="font-medium">{tellPacks(supplier.packs)}</dd>
    </div>
    {supplier.sendsCallbacks && (
      <div>
        <dt className="text-soft">Last callback</dt>
        <dd className="font-medium">
          {supplier.lastCallbackAt ? formatDate(supplier.lastCallbackAt) : 'None yet'}
        </dd>
      </div>
    )}
    <div>
      <dt className="text-soft">Cost to the shop</dt>
      {supplier.unitCosts.length === 0 && <dd className="font-medium">Unknown</dd>}
      {supplier.unitCosts.map(({ currency, rupees }) => (
        <dd key={currency} className="money font-medium">
          1 {currency}: {rupees === null ? 'not set' : `₹${RUPEES.format(rupees)}`}
        </dd>
      ))}
    </div>
  </dl>
)

/** A rupiah is worth less than a paisa, so amounts keep five significant digits. */
const RUPEES = new Intl.NumberFormat('en-IN', { maximumSignificantDigits: 5 })

const tellPacks = (packs: number): string =>
  packs === 0 ? 'No packs' : packs === 1 ? '1 pack' : `${packs} packs`

function tellBalance({ tellsBalance, balance }: DeliverySource): string {
  if (balance) return formatForeign(balance.amount, balance.currency)
  return tellsBalance ? 'Not read yet' : 'Not available'
}
