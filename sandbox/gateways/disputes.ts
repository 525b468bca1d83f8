import { createHash } from 'node:crypto'
import { json, type Fields, type Routes } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { digits, DISPUTE_STATES, type Deal, type Dispute } from './deals.ts'
import { findByReference } from './deal-store.ts'
import { refuseStranger, type Company } from './gateway.ts'
import { toPaise, toRupees } from './money.ts'
import { WEBHOOK_MODES, type WebhookMode } from './webhooks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Disputes a captured payment like a customer's bank, or decides the dispute. Takes JSON or a form:
 *   gateway    the gateway's name
 *   reference  the shop's reference of the payment
 *   state      inquiry, open, review, won, lost or closed
 *   amount     the disputed amount in rupees, if it is not the whole payment
 *   taken      what the gateway has taken in rupees. By default all while it is open and after it is lost
 *   hours      hours until the shop must answer, seven days by default
 *   webhook    once (the default), twice, never or late
 */
export const disputeRoutes = (deps: SandboxDeps, companies: Company[]): Routes => ({
  'POST /disputes': async (call) => {
    const answer = change(deps, companies, (await call.readFields()) ?? {})
    return typeof answer === 'string' ? json({ message: answer }, 400) : json(answer)
  },
  /** Shows what the shop answered to the disputes of a payment. */
  'GET /disputes': ({ url }) => {
    const [gateway, reference] = ['gateway', 'reference'].map((name) => url.searchParams.get(name))
    const deal = findByReference(deps.deals, gateway ?? '', reference ?? '')
    if (!deal) return json({ message: 'There is no such payment' }, 404)
    return json(deal.disputes.map((one) => ({ ...tell(one), answers: one.answers ?? [] })))
  },
})

/** A returned string is a refusal. */
function change({ deals }: SandboxDeps, companies: Company[], fields: Fields): object | string {
  const problem = refuseStranger(companies, fields['gateway']) ?? findProblem(fields)
  if (problem) return problem
  const gateway = String(fields['gateway'])
  const deal = findByReference(deals, gateway, String(fields['reference']))
  const attempt = deal?.attempts.find(({ state }) => state === 'success')
  if (!deal || !attempt) return `${gateway} has captured no payment with this reference`
  const known = deal.disputes.at(-1)
  const amount = toPaise(fields['amount']) ?? known?.amount ?? attempt.amount
  if (amount > attempt.amount) return 'No more than the payment can be disputed'
  const id =
    known?.id ?? companies.find(({ name }) => name === gateway)!.disputeId?.() ?? newNumber()
  const now = Date.now()
  const dispute = deals.dispute(deal, {
    id,
    attemptId: attempt.id,
    amount,
    ...toMoney(fields, amount),
    at: known?.at ?? now,
    changedAt: now,
    respondBy: now + Number(fields['hours'] ?? 7 * 24) * (DAY_MS / 24),
    mode: (fields['webhook'] ?? 'once') as WebhookMode,
  })
  return { gateway, reference: deal.reference, ...tell(dispute) }
}

/** Some gateways write it as a number, which must not lose a zero at its start. */
const newNumber = (): string => `7${digits(8)}`

const tell = ({ id, state, amount, taken }: Dispute) => ({
  disputeId: id,
  state,
  amount: toRupees(amount),
  taken: toRupees(taken),
})

const FEE = 15_00

function toMoney(fields: Fields, amount: number): Pick<Dispute, 'state' | 'taken' | 'fee'> {
  const state = fields['state'] as Dispute['state']
  const isTaken = ['open', 'review', 'lost'].includes(state)
  const fee = state === 'inquiry' || state === 'closed' ? 0 : FEE
  return { state, taken: toPaise(fields['taken']) ?? (isTaken ? amount : 0), fee }
}

function findProblem({ state, amount, taken, webhook, hours }: Fields) {
  if (!DISPUTE_STATES.includes(state as Dispute['state']))
    return `state must be one of: ${DISPUTE_STATES.join(', ')}`
  if (amount !== undefined && toPaise(amount) === undefined) return 'amount must be in rupees'
  if (taken !== undefined && taken !== 0 && toPaise(taken) === undefined)
    return 'taken must be in rupees'
  if (hours !== undefined && !(Number(hours) > 0)) return 'hours must be a positive number'
  if (webhook !== undefined && !WEBHOOK_MODES.includes(webhook as WebhookMode))
    return `webhook must be one of: ${WEBHOOK_MODES.join(', ')}`
  return undefined
}

const PDF = 'application/pdf'

export type SentFile = { type: string; bytes: Buffer }

/** Reads the file of a form; null if it is missing, too large or not a PDF, which is all that the shop sends. */
export async function readFile(form: FormData | undefined, max: number): Promise<SentFile | null> {
  const file = form?.get('file')
  if (!(file instanceof Blob) || file.size > max) return null
  const bytes = Buffer.from(await file.arrayBuffer())
  return file.type === PDF && bytes.subarray(0, 5).toString() === '%PDF-'
    ? { type: PDF, bytes }
    : null
}

type Given = { words: string; file: SentFile; state?: Dispute['state'] }

/** The gateway has the shop's answer and gives it to the bank. */
export function takeAnswer(
  { deals }: Pick<SandboxDeps, 'deals'>,
  { deal, dispute }: Disputed,
  { words, file, state = 'review' }: Given,
): Dispute {
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  return deals.dispute(deal, {
    ...dispute,
    state,
    changedAt: Date.now(),
    answers: [...(dispute.answers ?? []), { words, sha256, bytes: file.bytes.length }],
  })
}

export type Disputed = { deal: Deal; dispute: Dispute }

/** All disputes of a gateway, the newest first. */
export const listDisputed = ({ deals }: Pick<SandboxDeps, 'deals'>, gateway: string): Disputed[] =>
  deals
    .list(gateway)
    .flatMap((deal) => deal.disputes.map((dispute) => ({ deal, dispute })))
    .toSorted((one, other) => other.dispute.at - one.dispute.at)

export const findDisputed = (
  deps: Pick<SandboxDeps, 'deals'>,
  gateway: string,
  id: string,
): Disputed | undefined => listDisputed(deps, gateway).find(({ dispute }) => dispute.id === id)
