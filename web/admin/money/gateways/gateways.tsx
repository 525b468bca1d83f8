import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import {
  choosePaymentGateway,
  listPaymentGateways,
  type GatewayName,
  type PaymentGateway,
} from '#contract/money/payments.ts'
import { query } from '#web/api/call.ts'
import { useSend } from '#web/api/use-send.ts'
import { Confirm } from '#web/ui/dialog/confirm.tsx'
import { RadioCard } from '#web/ui/form/choice/radio-card.tsx'
import { GatewayCard } from './gateway-card.tsx'
import { GatewayCredentials } from './gateway-credentials.tsx'
import { CheapestFirst, OffersMethods, ShowsUpiCodes, StandIn, TakesForeign } from './turns.tsx'

type Choice = { name: GatewayName | null } // null for no new payments

/** Chooses the gateway for new payments, and edits the credentials of each. */
export function Gateways() {
  const { gateways, others, cheapestFirst } = useSuspenseQuery(query(listPaymentGateways, {})).data
  const all = [...gateways, ...others]
  const [wanted, setWanted] = useState<Choice | null>(null)
  const [edited, setEdited] = useState<GatewayName | null>(null)
  const inUse = gateways.find(({ isActive }) => isActive)?.name ?? null
  const inDialog = all.find(({ name }) => name === edited)
  const choose = (name: Choice['name']) => name !== inUse && setWanted({ name })
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="mb-4">
          <h2 className="text-xl">Gateway for new payments</h2>
        </legend>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {gateways.map((gateway) => (
            <GatewayCard
              key={gateway.name}
              gateway={gateway}
              turns={gateway.isReady && <Turns {...{ gateway, inUse, all }} />}
              choice={{ onChoose: () => choose(gateway.name), onKeyDown: lookAround }}
              onEdit={() => setEdited(gateway.name)}
            />
          ))}
        </ul>
        <RadioCard
          group="gateway"
          isChosen={inUse === null}
          onChoose={() => choose(null)}
          onKeyDown={lookAround}
          title="No new payments"
          className="grid"
        >
          Customers can only pay from their wallets, and can’t add money.
        </RadioCard>
      </fieldset>
      {(cheapestFirst ||
        all.some(({ standIn, foreignTurn }) => standIn ?? (foreignTurn ?? 0) > 1)) && (
        <CheapestFirst isOn={cheapestFirst} inUse={inUse} />
      )}
      <section className="mt-8 grid gap-4">
        <h2 className="text-xl">For other currencies</h2>
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {others.map((gateway) => (
            <GatewayCard
              key={gateway.name}
              gateway={gateway}
              turns={gateway.isReady && <Turns {...{ gateway, inUse, all }} />}
              onEdit={() => setEdited(gateway.name)}
            />
          ))}
        </ul>
      </section>
      {wanted && <ConfirmChoice {...wanted} all={all} onClose={() => setWanted(null)} />}
      {inDialog && <GatewayCredentials gateway={inDialog} onClose={() => setEdited(null)} />}
    </>
  )
}

type TurnsProps = { gateway: PaymentGateway; inUse: Choice['name']; all: PaymentGateway[] }

function Turns({ gateway, inUse, all }: TurnsProps) {
  const shared = { gateway, all, inUse }
  return (
    <div>
      {inUse !== null && inUse !== gateway.name && gateway.takesRupees && (
        <StandIn {...{ gateway, inUse, all }} />
      )}
      {gateway.makesUpiCodes && <ShowsUpiCodes {...shared} />}
      {gateway.takesForeign && <TakesForeign {...shared} />}
      {(gateway.isActive || gateway.standIn !== null) && <OffersMethods {...shared} />}
    </div>
  )
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Arrow keys only move the focus. The choice decides where money goes, so it needs Space or a click. */
function lookAround(event: KeyboardEvent<HTMLInputElement>): void {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const group = event.currentTarget.closest('fieldset')!
  const radios = [...group.querySelectorAll<HTMLInputElement>('input[type=radio]:enabled')]
  radios.at((radios.indexOf(event.currentTarget) + step) % radios.length)?.focus()
}

type ConfirmProps = Choice & { all: PaymentGateway[]; onClose: () => void }

function ConfirmChoice({ name: wanted, all, onClose }: ConfirmProps) {
  const send = useSend(choosePaymentGateway, { refetch: [listPaymentGateways], onDone: onClose })
  const isNone = wanted === null
  const title = all.find(({ name }) => name === wanted)?.title ?? ''
  return (
    <Confirm
      question={isNone ? 'Stop taking payments?' : `Use ${title}?`}
      action={{
        label: isNone ? 'Stop taking payments' : `Use ${title}`,
        isBusy: send.isPending,
        isDangerous: isNone,
      }}
      isOpen
      onConfirm={() => send.mutate(isNone ? { active: null, foreign: [] } : { active: wanted })}
      onClose={onClose}
    >
      {isNone
        ? 'New payments can’t be started. Payments already under way still settle.'
        : `New payments go to ${title}. Payments started at another gateway still settle.`}
    </Confirm>
  )
}
