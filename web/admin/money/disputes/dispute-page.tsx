import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatHundredths } from '#contract/core/money.ts'
import {
  findDispute,
  listDisputes,
  refreshDispute,
  type Dispute,
} from '#contract/money/disputes.ts'
import { listDisputeAnswers } from '#contract/backoffice/evidence.ts'
import { ApiError, query, queryOrRefusal } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { OfficeLink } from '#web/admin/access/office-link.tsx'
import { useRight } from '#web/admin/access/use-right.ts'
import { DISPUTE_STAGES, DISPUTE_STATES, disputedAmount } from '#web/admin/tables/dispute-words.ts'
import { EvidenceButton } from '#web/admin/tables/evidence-button.tsx'
import { titled } from '#web/features/shop-facts/head.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { ChevronLeftIcon } from '#web/ui/icons/icons.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { EmptyState } from '#web/ui/status/empty-state.tsx'
import { formatDate } from '#web/ui/text/format.ts'
import { textLink } from '#web/ui/text-link.ts'
import { DisputeAnswers } from './dispute-answers.tsx'
import { DisputeSteps } from './dispute-steps.tsx'
import { EndDispute } from './end-dispute.tsx'
import { GatewayTitle } from '#web/features/connectors/gateway-title.tsx'
import { useGatewayTitles } from '#web/features/connectors/use-gateways.ts'

export const meta = titled('Dispute')

const WATCH_MS = 5_000
const OPEN = ['inquiry', 'needs response', 'under review']

export default function DisputePage() {
  const id = useParams()['id']!
  const { data: dispute } = useSuspenseQuery({
    ...queryOrRefusal(findDispute, { id }),
    refetchInterval: ({ state: { data } }) =>
      data && !(data instanceof ApiError) && OPEN.includes(data.state) ? WATCH_MS : false,
  })
  return (
    <>
      <Link
        to={paths.adminDisputes}
        className="-my-3 inline-flex min-h-11 items-center gap-1 justify-self-start text-sm underline-offset-4 hover:underline"
      >
        <ChevronLeftIcon className="size-4" /> All disputes
      </Link>
      {dispute instanceof ApiError ? (
        <>
          <h1 className="text-3xl">Dispute</h1>
          <EmptyState title={dispute.message}>The link may be incomplete.</EmptyState>
        </>
      ) : (
        <KnownDispute dispute={dispute} />
      )}
    </>
  )
}

function KnownDispute({ dispute }: { dispute: Dispute }) {
  const { label, tone } = DISPUTE_STATES[dispute.state]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-2xl sm:text-3xl">Dispute of {disputedAmount(dispute)}</h1>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <NextStep dispute={dispute} />
      <DisputeAnswers dispute={dispute} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <DisputeFacts dispute={dispute} />
        <MoneyFacts dispute={dispute} />
      </div>
      <DisputeSteps dispute={dispute} />
    </>
  )
}

const PROOFS = {
  order: 'Send proof that the pack was delivered to the player whom the customer named.',
  'top-up': 'Send the customer’s statement, which shows what the money was spent on.',
  none: 'The shop doesn’t know this payment, so look for it there first.',
}

/** Tells where to answer, and offers what can be done here. */
function NextStep({ dispute }: { dispute: Dispute }) {
  const { _id: id, gateway, state, respondBy, isByHand, payment } = dispute
  const [isEnded, setEnded] = useState(false)
  const isAdmin = useRight()
  const title = useGatewayTitles()(gateway)
  const refresh = useSend(refreshDispute, { refetch: [findDispute, listDisputes] })
  const isOpen = OPEN.includes(state)
  const by = respondBy ? ` by ${formatDate(respondBy)}` : ''
  const { canAnswer } = useSuspenseQuery(query(listDisputeAnswers, { id })).data
  return (
    <div className="grid gap-3">
      {isOpen && (
        <p className="max-w-prose text-soft">
          {state === 'under review'
            ? `${title} and the bank are looking at your answer.`
            : canAnswer
              ? `Answer below${by}.`
              : `Answer in the dashboard of ${title}${by}. ${PROOFS[payment?.purpose ?? 'none']}`}{' '}
          {isByHand && `${title} doesn’t tell us the outcome, so record it here.`}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {!isByHand && (
          <Button isBusy={refresh.isPending} onClick={() => refresh.mutate({ id })}>
            Ask {title} now
          </Button>
        )}
        {payment &&
          (payment.orderId ? (
            <EvidenceButton orderId={payment.orderId} />
          ) : (
            <EvidenceButton captureId={payment.captureId} />
          ))}
        {isByHand && isAdmin && <Button onClick={() => setEnded(true)}>Record the outcome</Button>}
      </div>
      {isEnded && <EndDispute dispute={dispute} onClose={() => setEnded(false)} />}
    </div>
  )
}

const DisputeFacts = ({ dispute: { payment, ...dispute } }: { dispute: Dispute }) => (
  <Card title="Dispute">
    <Facts>
      <Fact name="Reason" isWide>
        {dispute.reason || 'No reason told'}
      </Fact>
      <Fact name="Gateway">
        <GatewayTitle name={dispute.gateway} />
      </Fact>
      <Fact name="Stage">{DISPUTE_STAGES[dispute.stage]}</Fact>
      <Fact name="Opened">{formatDate(dispute.openedAt)}</Fact>
      <Fact name="Answer by">{dispute.respondBy ? formatDate(dispute.respondBy) : 'Not told'}</Fact>
      <Fact name="Id at the gateway" isWide>
        <CopyButton text={dispute.gatewayDisputeId} label="Copy the gateway’s id" />
      </Fact>
      {payment ? (
        <>
          <Fact name="Customer">
            <OfficeLink to={paths.adminUser(payment.userId)} className={textLink}>
              {payment.fullName}
            </OfficeLink>
          </Fact>
          <Fact name="Paid for">
            {payment.orderId ? (
              <OfficeLink to={paths.adminOrder(payment.orderId)} className={textLink}>
                {payment.invoiceId}
              </OfficeLink>
            ) : (
              'Money for the wallet'
            )}
          </Fact>
          <Fact name="Payment" isWide>
            <CopyButton text={payment.reference} label="Copy the shop’s reference" />
          </Fact>
        </>
      ) : (
        <Fact name="Payment" isWide>
          The shop doesn’t know this payment, so no money moves in its books.
        </Fact>
      )}
    </Facts>
  </Card>
)

const MoneyFacts = ({
  dispute: { currency, taken, fees, held, fromWallet, fromShop },
}: {
  dispute: Dispute
}) => (
  <Card title="Money">
    <Facts>
      <Money name="Taken by the gateway" {...{ currency }} amount={taken} />
      <Money name="Fees" {...{ currency }} amount={fees} />
      <Money name="Held in the wallet" {...{ currency }} amount={held} />
      <Money name="Loss paid by the wallet" {...{ currency }} amount={fromWallet} />
      <Money name="Loss of the shop" {...{ currency }} amount={fromShop} />
    </Facts>
  </Card>
)

type MoneyProps = { name: string; currency: string; amount: number }

const Money = ({ name, currency, amount }: MoneyProps) => (
  <Fact name={name}>
    <span className="money">{formatHundredths(amount, currency)}</span>
  </Fact>
)
