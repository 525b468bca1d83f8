import { json, type Answer, type Fields, type Routes } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import { comeBackTo, findDealAt } from './follow-page.ts'
import type { Company, Deal } from './gateway.ts'
import { isOutcome, STATES, stateOf, type Outcome } from './hosted-page.ts'
import { isCurrency, toPaise } from './money.ts'
import { WEBHOOK_MODES, type WebhookMode } from './webhooks.ts'

/**
 * Pays like a person in a browser who then closes the tab. Takes JSON or a form:
 *   payment_url  the address to which the shop sends its customer
 *   outcome      success, failure or pending
 *   webhook      once (the default), twice, never or late
 *   amount       the captured amount in rupees, if it differs from the requested one
 *   currency     the captured currency, if it differs from the requested one
 *   payer        the payer's UPI address, or a card's number at PayU and Stripe
 *   payer_name   the payer's name at the bank
 *   again        true: pays a payment that is already paid once more
 *   return       true: also returns to the shop, and answers with the `location` the shop redirects to
 */
export const payRoutes = (deps: SandboxDeps, companies: Company[]): Routes => ({
  'POST /pay': async (call) => {
    const fields = (await call.readFields()) ?? {}
    const problem = findProblem(fields)
    if (problem) return refuse(400, problem)
    const deal = await findDealAt(deps, String(fields['payment_url']))
    if (typeof deal === 'string') return refuse(404, deal)
    const company = companies.find(({ name }) => name === deal.gateway)!
    return pay({ deps, company, deal }, fields)
  },
})

const refuse = (status: number, message: string) => json({ message }, status)

function findProblem({ payment_url, outcome, webhook, amount, currency }: Fields) {
  if (!URL.canParse(String(payment_url))) return 'payment_url must be an address'
  if (!isOutcome(outcome)) return 'outcome must be one of: success, failure, pending'
  if (webhook !== undefined && !WEBHOOK_MODES.includes(webhook as WebhookMode))
    return `webhook must be one of: ${WEBHOOK_MODES.join(', ')}`
  if (amount !== undefined && toPaise(amount) === undefined) return 'amount must be in rupees'
  if (currency !== undefined && !isCurrency(currency)) return 'currency must be a code: USD'
  return undefined
}

type Payer = { deps: SandboxDeps; company: Company; deal: Deal }

async function pay({ deps, company, deal }: Payer, fields: Fields): Promise<Answer> {
  const outcome = fields['outcome'] as Outcome
  const isPaidAgain = isTrue(fields['again'])
  const attempt = (company.attempt ?? deps.deals.attempt)(deal, {
    state: STATES[outcome],
    id: company.attemptId?.(),
    amount: toPaise(fields['amount']),
    currency: fields['currency'] as string | undefined,
    mode: fields['webhook'] as WebhookMode | undefined,
    payer: textIn(fields['payer']),
    payerName: textIn(fields['payer_name']),
    isPaidAgain,
  })
  if (attempt === 'over') return refuse(409, `This can no longer be paid. ${stateOf(deal)}`)
  const { reference, method } = deal
  const done = { reference, outcome, method, gatewayPaymentId: attempt.id }
  if (!isTrue(fields['return'])) return json(done)
  const location = await comeBackTo(deps, company.comeBack(deal, attempt))
  return json({ ...done, location })
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined

const isTrue = (value: unknown) => value === true || value === 'true'
