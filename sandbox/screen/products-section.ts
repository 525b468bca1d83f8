import { html, type Html } from './html.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { Change } from '#sandbox/suppliers/products.ts'
import type { SupplierTwin } from '#sandbox/suppliers/supplier-twin.ts'

/** Shows the changed products of the suppliers, with a form to change more. */
export function productsSection({ products, suppliers }: SandboxDeps): Html {
  const changes = products.listChanges()
  return html`<section aria-labelledby="products">
    <div class="heading"><h2 id="products">Products</h2></div>
    <p class="quiet">
      Each supplier has the products that the shop sells. Change their costs (in the supplier’s own
      currency) and their stock here. The shop notices the next time it checks prices.
    </p>
    <ul class="card faults">
      ${changes.map((change) =>
        changeItem(
          change,
          suppliers.find(({ name }) => name === change.provider)!,
        ),
      )}
      <li>
        <h3>Change a product</h3>
        ${changeForm(suppliers)}
      </li>
    </ul>
  </section>`
}

const changeItem = ({ productId, cost, isAvailable }: Change, { title, currency }: SupplierTwin) =>
  html`<li>
    <h3>${title}: ${productId}</h3>
    <p>
      ${cost === null ? 'At its usual price' : `${cost} ${currency.code}`},
      ${isAvailable ? 'in stock' : 'out of stock'}
    </p>
  </li>`

const changeForm = (suppliers: SupplierTwin[]) =>
  html`<form method="post" action="/products" class="switches">
    <select name="provider" aria-label="Supplier">
      ${suppliers.map(
        ({ name, title, currency }) =>
          html`<option value="${name}">${title} (${currency.code})</option>`,
      )}
    </select>
    <input name="productId" aria-label="Product’s id" placeholder="Product’s id" required />
    <input name="cost" aria-label="Cost" placeholder="Cost" inputmode="decimal" />
    <select name="isAvailable" aria-label="Stock">
      <option value="true">In stock</option>
      <option value="false">Out of stock</option>
    </select>
    <button>Change</button>
  </form>`
