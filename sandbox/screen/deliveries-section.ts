import { clock } from '#sandbox/clock.ts'
import { html, type Html } from './html.ts'
import type { Order } from '#sandbox/suppliers/dispatches.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'

const SHOWN_MAX = 50

export function deliveriesSection({ dispatches, suppliers }: SandboxDeps): Html {
  const orders = dispatches.listAll()
  // Orders that wait to be settled come first, however old they are.
  const pending = orders.filter(({ state }) => state === 'pending').toReversed()
  const others = orders.filter(({ state }) => state !== 'pending').slice(-SHOWN_MAX)
  const shown = [...pending, ...others.toReversed()].slice(0, SHOWN_MAX)
  const rows = shown.map((order) => orderRow(order, titleOf(suppliers, order.provider)))
  return html`<section aria-labelledby="deliveries">
    <div class="heading"><h2 id="deliveries">Deliveries</h2></div>
    ${shown.length === 0 ? NOTHING : orderTable(rows)}
    ${
      orders.length > SHOWN_MAX &&
      html`<p class="quiet">
        ${SHOWN_MAX} of ${orders.length}: the pending ones, then the newest.
      </p>`
    }
  </section>`
}

const NOTHING = html`<p class="card empty">No supplier has received an order yet.</p>`

const titleOf = (suppliers: SandboxDeps['suppliers'], provider: string): string =>
  suppliers.find(({ name }) => name === provider)?.title ?? provider

// The roles keep it a table where a narrow screen stacks its cells.
const orderTable = (rows: Html[]) =>
  html`<table class="card inbox" role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th scope="col" role="columnheader">When</th>
        <th scope="col" role="columnheader">Order</th>
        <th scope="col" role="columnheader">State</th>
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows}
    </tbody>
  </table>`

const WORDS = { pending: 'Pending', delivered: 'Delivered', refused: 'Refused' }

const orderRow = (order: Order, title: string) =>
  html`<tr role="row">
    <td role="cell" class="when">
      <time datetime="${new Date(order.at).toISOString()}">${clock(order.at)}</time>
    </td>
    <td role="cell" class="to">
      <span class="badge">${title}</span>
      <strong>${order.serviceId}</strong> for ${order.playerId}
      ${Boolean(order.zoneId) && html`(${order.zoneId})`}
      <span class="address">${order.reference || order.id}</span>
    </td>
    <td role="cell">${WORDS[order.state]} ${order.state === 'pending' && settleForm(order)}</td>
  </tr>`

const settleForm = ({ provider, id, playerId }: Order) =>
  html`<form method="post" action="/dispatches/settle" class="outcomes">
    <input type="hidden" name="provider" value="${provider}" />
    <input type="hidden" name="id" value="${id}" />
    <button name="outcome" value="delivered" aria-label="Deliver to ${playerId}">Deliver</button>
    <button name="outcome" value="refused" aria-label="Refuse for ${playerId}">Refuse</button>
  </form>`
