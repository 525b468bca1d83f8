import { isForm, json, redirect, type Call, type Fields, type Routes } from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'

type Deps = Pick<SandboxDeps, 'products' | 'suppliers'>

const PAGE = '/#products' // the page with the form that changes products

/**
 * Changes a product's cost and availability. Takes JSON or a form:
 *   POST /products  provider, productId, cost (in the supplier's currency), isAvailable; the last two are optional
 */
export const productRoutes = (deps: Deps): Routes => ({
  'POST /products': async (call: Call) => {
    const fields = (await call.readFields()) ?? {}
    const done = change(deps, fields)
    if (typeof done === 'string') return json({ message: done }, 400)
    return isForm(call) ? redirect(PAGE) : json(done)
  },
})

/** A returned string is a refusal. Forms send text, and empty text for fields left empty. */
function change(
  { products, suppliers }: Deps,
  { provider, productId, cost = '', isAvailable = '' }: Fields,
) {
  const names = suppliers.map(({ name }) => name)
  if (typeof provider !== 'string' || !names.includes(provider))
    return `provider must be one of: ${names.join(', ')}`
  if (typeof productId !== 'string' || !productId) return 'productId must be a product’s id'
  if (cost !== '' && !(Number(cost) >= 0)) return 'cost must be a number'
  if (!['', 'true', 'false'].includes(String(isAvailable)))
    return 'isAvailable must be true or false'
  return products.change({
    provider,
    productId,
    ...(cost === '' ? {} : { cost: Number(cost) }),
    ...(isAvailable === '' ? {} : { isAvailable: String(isAvailable) === 'true' }),
  })
}
