import { SHOP_NAME } from '#contract/core/shop.ts'
import { METHOD_NAMES } from '#contract/money/gateways.ts'
import { html, layout, type Html } from '#sandbox/screen/html.ts'
import { page, type Answer, type Call, type Routes } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { Attempt, Deal } from './deals.ts'
import type { Company } from './gateway.ts'
import { toWords } from './money.ts'

export const STATES = { success: 'success', failure: 'failed', pending: 'pending' } as const
export type Outcome = keyof typeof STATES

/** The payment page. It needs no scripts, and posts to itself. */
export function hostedPage({ deals }: SandboxDeps, company: Company): Routes {
  const { name } = company
  const findDeal = ({ url }: Call) => deals.findById(name, url.pathname.split('/').at(-1)!)

  async function choose(call: Call): Promise<Answer> {
    const deal = findDeal(call)
    if (!deal) return page(noPayment(company), 404)
    const outcome = String((await call.readFields())?.['outcome'])
    if (outcome === 'close') return company.comeBack(deal, paidBy(deal))
    if (!isOutcome(outcome)) return page(payPage(company, deal), 400)
    const input = { state: STATES[outcome], id: company.attemptId?.() }
    const attempt = (company.attempt ?? deals.attempt)(deal, input)
    return attempt === 'over' ? page(payPage(company, deal), 409) : company.comeBack(deal, attempt)
  }

  return {
    [`GET /${name}/pay/*`]: (call) => {
      const deal = findDeal(call)
      return deal ? page(payPage(company, deal)) : page(noPayment(company), 404)
    },
    [`POST /${name}/pay/*`]: choose,
  }
}

export const isOutcome = (text: unknown): text is Outcome =>
  typeof text === 'string' && Object.hasOwn(STATES, text)

const paidBy = (deal: Deal) => deal.attempts.findLast(({ state }) => state === 'success') ?? null

/** For gateways that return with a form. A person submits it. */
export const backByForm = (deal: Deal, fields: Record<string, string>): Answer =>
  page(
    layout(
      'Back to the shop',
      html`<main class="narrow card">
        <h1>Back to the shop</h1>
        <p class="quiet">The payment page is done. This form tells the shop.</p>
        <form id="back" method="post" action="${deal.returnUrl}" class="outcomes">
          ${Object.entries(fields).map(
            ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
          )}
          <button class="primary">Continue</button>
        </form>
      </main>`,
    ),
  )

const noPayment = ({ title }: Company): string =>
  layout(
    `${title} doesn’t know this payment`,
    html`<main class="narrow card"><h1>Payment not found</h1></main>`,
  )

function payPage(company: Company, deal: Deal): string {
  const { name, title } = company
  const isPending = deal.attempts.some(({ state }) => state === 'pending')
  const isOver = deal.state !== 'open' && !isPending
  return layout(
    `Pay with ${title}`,
    html`<main class="narrow card pay">
      <p class="brand ${name}">${title}</p>
      <p class="quiet">This page simulates the gateway. No money moves.</p>
      <h1>${toWords(deal.amount, deal.currency)}</h1>
      <dl>
        <dt>To</dt>
        <dd>${SHOP_NAME}</dd>
        <dt>Reference</dt>
        <dd>${deal.reference}</dd>
        ${
          deal.method !== null &&
          html`<dt>Pay by</dt>
            <dd>${METHOD_NAMES[deal.method]}</dd>`
        }
      </dl>
      <p role="status" class="state">${stateOf(deal)}</p>
      <form method="post" class="outcomes">
        ${!isOver && buttons(isPending)}
        <button name="outcome" value="close" class="${isOver ? 'primary' : 'plain'}">
          ${isOver ? 'Back to the shop' : 'Close'}
        </button>
      </form>
    </main>`,
  )
}

const buttons = (isPending: boolean): Html =>
  html`<button name="outcome" value="success" class="primary">Pay</button>
    <button name="outcome" value="failure">Fail</button>
    ${!isPending && html`<button name="outcome" value="pending">Keep pending</button>`}`

/** The payment's state in words. */
export function stateOf({ state, attempts }: Deal): string {
  const last = attempts.at(-1)
  if (last?.state === 'pending') return 'Pending: the bank hasn’t decided yet'
  if (state === 'paid') return `Paid: ${paidOf(attempts)}`
  if (state === 'expired') return 'Expired: nobody paid in time'
  if (state === 'cancelled') return 'Cancelled by the shop'
  return last ? 'The last attempt failed. You can try again' : 'Waiting for payment'
}

const paidOf = (attempts: Attempt[]) =>
  attempts
    .filter(({ state }) => state === 'success')
    .map(({ amount, currency }) => toWords(amount, currency))
    .join(' and ')
