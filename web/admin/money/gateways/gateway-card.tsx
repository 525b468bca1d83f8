import { nameOf } from '#contract/core/money.ts'
import type { ComponentProps, ReactNode } from 'react'
import {
  checkPaymentGateway,
  METHOD_NAMES,
  type PaymentGateway,
  type WayCost,
} from '#contract/money/payments.ts'
import { useSend } from '#web/api/use-send.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'
import { AccountActions } from '#web/admin/credentials/account-actions.tsx'
import { CREDENTIALS_FROM } from '#web/admin/credentials/credential-fields.tsx'

type Props = {
  choice?: Pick<ComponentProps<typeof RadioCard>, 'onChoose' | 'onKeyDown'> // where it can be the first choice
  gateway: PaymentGateway
  turns: ReactNode
  onEdit: () => void
}

/** Shows the state, the credentials and the last event of one gateway. */
export function GatewayCard({ gateway, turns, onEdit, choice }: Props) {
  const { name, title, isActive, isReady, source, lastWebhookAt, costs } = gateway
  const check = useSend(checkPaymentGateway)
  return (
    <li className="facet flex flex-col gap-3 border border-line bg-stall p-3 shadow-low has-[[type=radio]:checked]:border-lantern-deep">
      {choice ? (
        <RadioCard
          {...choice}
          group="gateway"
          isChosen={isActive}
          disabled={!isReady}
          title={title}
          className="grid justify-items-start gap-1"
        >
          <State gateway={gateway} />
        </RadioCard>
      ) : (
        <div className="grid justify-items-start gap-1 px-2 pt-1">
          <h3 className="text-base">{title}</h3>
          <p className="text-sm text-soft">
            <State gateway={gateway} />
          </p>
        </div>
      )}
      {turns}
      <dl className="grid flex-1 grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] content-start gap-2 px-2 text-sm">
        <div>
          <dt className="text-soft">Credentials</dt>
          <dd className="font-medium">{source ? CREDENTIALS_FROM[source] : 'None'}</dd>
        </div>
        <div>
          <dt className="text-soft">Last webhook</dt>
          <dd className="font-medium">{lastWebhookAt ? formatDate(lastWebhookAt) : 'None yet'}</dd>
        </div>
        {costs.length > 0 && (
          <div>
            <dt className="text-soft">Payments cost</dt>
            <dd className="font-medium">{costs.map(tellCost).join(', ')}</dd>
          </div>
        )}
      </dl>
      <AccountActions
        title={title}
        check={check}
        onCheck={() => check.mutate({ name })}
        onEdit={onEdit}
        className="px-2"
      />
    </li>
  )
}

const tellCost = ({ method, currency, percent }: WayCost): string =>
  `${METHOD_NAMES[method]} ${percent} %${currency === 'INR' ? '' : ` of ${nameOf(currency)}`}`

function State({
  gateway: { isActive, standIn, foreignTurn, isReady, missing, trouble },
}: Pick<Props, 'gateway'>) {
  const lacking = `Missing: ${missing.join(', ')}`
  if (isActive)
    return (
      <>
        <Badge tone={isReady && !trouble ? 'good' : 'bad'}>
          {isReady ? (trouble ? 'In trouble' : 'In use') : 'Not ready'}
        </Badge>
        {isReady && trouble && <span className="block">{trouble}</span>}
        {!isReady && <span className="block">Payments can’t be started. {lacking}</span>}
      </>
    )
  if (!isReady) return lacking
  if (!standIn && !foreignTurn) return <Badge tone="glass">Ready</Badge>
  return (
    <>
      <Badge tone={trouble ? 'bad' : 'good'}>
        {standIn ? `Stand-in ${standIn}` : 'Other currencies'}
      </Badge>
      {trouble && <span className="block">{trouble}</span>}
    </>
  )
}
