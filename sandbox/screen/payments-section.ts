import { clock } from '#sandbox/clock.ts'
import { payPageUrl } from '#sandbox/gateways/gateway.ts'
import { stateOf } from '#sandbox/gateways/hosted-page.ts'
import { toWords } from '#sandbox/gateways/money.ts'
import type { Deal } from '#sandbox/gateways/gateway.ts'
import { html, type Html } from './html.ts'
import type { Player, SandboxDeps } from '#sandbox/players/player.ts'

const SHOWN_MAX = 50

export function paymentsSection(deps: SandboxDeps, players: Player[]): Html {
  const deals = deps.deals.listAll()
  const newest = deals.slice(-SHOWN_MAX).toReversed()
  return html`<section aria-labelledby="payments">
    <div class="heading"><h2 id="payments">Payments</h2></div>
    ${newest.length === 0 ? NOTHING : paymentTable(newest, (deal) => paymentRow(deps, players, deal))}
    ${
      deals.length > SHOWN_MAX &&
      html`<p class="quiet">The newest ${SHOWN_MAX} of ${deals.length}.</p>`
    }
  </section>`
}

const NOTHING = html`<p class="card empty">No payments yet.</p>`

// The roles keep it a table where a narrow screen stacks its cells.
const paymentTable = (deals: Deal[], toRow: (deal: Deal) => Html) =>
  html`<table class="card inbox" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">When</th>
        <th scope="col" role="columnheader">Payment</th>
        <th scope="col" role="columnheader">State</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${deals.map(toRow)}
    </tbody>
  </table>`

function paymentRow(deps: SandboxDeps, players: Player[], deal: Deal): Html {
  const { createdAt, gateway, amount, currency, reference } = deal
  return html`<tr role="row">
    <td role="cell" class="when">
      <time datetime="${new Date(createdAt).toISOString()}">${clock(createdAt)}</time>
    </td>
    <td role="cell" class="to">
      <span class="badge">${players.find(({ name }) => name === gateway)!.title}</span>
      <strong>${toWords(amount, currency)}</strong>
      <a class="address" href="${payPageUrl(deps, deal)}">${reference}</a>
    </td>
    <td role="cell">${stateOf(deal)}${repaidOf(deal)}</td>
  </tr>`
}

const WORDS = { pending: 'being refunded', done: 'refunded', failed: 'refund failed' }

const repaidOf = ({ repayments, currency }: Deal) =>
  repayments.map(
    ({ amount, state }) =>
      html`<span class="address">${toWords(amount, currency)} ${WORDS[state]}</span>`,
  )
