import {
  BALANCE_TOLD,
  CALLBACK_SENT,
  checkProvider,
  formatForeign,
  listProviders,
  type DeliverySource,
} from '#contract/providers.ts'
import { useSend } from '#web/api/use-send.ts'
import { formatDate } from '#web/ui/text/format.ts'
import { AccountActions } from '#web/admin/credentials/account-actions.tsx'
import { CREDENTIALS_FROM } from '#web/admin/credentials/credential-fields.tsx'
import { SourceState } from './supplier-state.tsx'

type Props = { source: DeliverySource; onEdit?: (() => void) | undefined }

/** Shows whether a supplier can deliver now, and the shop's balance there. */
export const SourceCard = ({ source, onEdit }: Props) => (
  <li className="facet flex flex-col gap-3 border border-line bg-stall p-4 shadow-low">
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <h3 className="text-base">{source.title}</h3>
      <SourceState source={source} />
    </div>
    {source.name === 'manual' ? (
      <p className="text-sm text-soft">
        {tellPacks(source.packs)}. People deliver them: their orders stand under Waiting.
      </p>
    ) : (
      <Account source={source} onEdit={onEdit} />
    )}
  </li>
)

function Account({ source, onEdit }: Props) {
  const { name, title } = source
  const check = useSend(checkProvider, { refetch: [listProviders] })
  return (
    <>
      <Facts source={source} />
      <AccountActions
        title={title}
        check={check}
        onCheck={() => check.mutate({ name })}
        onEdit={onEdit}
      />
    </>
  )
}

const Facts = ({ source }: Pick<Props, 'source'>) => (
  <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] content-start gap-2 text-sm">
    <div>
      <dt className="text-soft">Credentials</dt>
      <dd className="font-medium">{source.source ? CREDENTIALS_FROM[source.source] : 'None'}</dd>
    </div>
    <div>
      <dt className="text-soft">Left to spend</dt>
      <dd className="money font-medium">{tellBalance(source)}</dd>
      {source.balance && <dd className="text-soft">{formatDate(source.balance.readAt)}</dd>}
    </div>
    <div>
      <dt className="text-soft">Packs</dt>
      <dd className="font-medium">{tellPacks(source.packs)}</dd>
    </div>
    {CALLBACK_SENT.includes(source.name) && (
      <div>
        <dt className="text-soft">Last callback</dt>
        <dd className="font-medium">
          {source.lastCallbackAt ? formatDate(source.lastCallbackAt) : 'None yet'}
        </dd>
      </div>
    )}
    <div>
      <dt className="text-soft">Costs the shop</dt>
      {source.unitCosts.length === 0 && <dd className="font-medium">Not seen yet</dd>}
      {source.unitCosts.map(({ currency, rupees }) => (
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

function tellBalance({ name, balance }: DeliverySource): string {
  if (balance) return formatForeign(balance.amount, balance.currency)
  return BALANCE_TOLD.includes(name) ? 'Not read yet' : 'Not available'
}
