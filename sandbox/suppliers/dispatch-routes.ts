import {
  isForm,
  json,
  redirect,
  type Answer,
  type Call,
  type Fields,
  type Routes,
} from '#sandbox/http.ts'
import type { SandboxDeps } from '#sandbox/players/player.ts'
import type { Dispatches } from './dispatches.ts'

type Deps = Pick<SandboxDeps, 'dispatches' | 'suppliers'>

const PAGE = '/#deliveries' // the page with the form that settles orders

/**
 * Manual actions at the suppliers. Each takes JSON or a form:
 *   POST /dispatches/settle    provider, reference or id, outcome: delivered or refused
 *   POST /dispatches/credit    provider, dollars: the new balance of the shop there
 *   POST /dispatches/callback  provider, url: the callback address, for a supplier where it is registered once;
 *                           as: form or json, if the supplier offers both
 *   GET  /dispatches/callbacks the shop's answer to each callback, oldest first
 */
export function dispatchRoutes({ dispatches, suppliers }: Deps): Routes {
  const names = suppliers.map(({ name }) => name)
  const byHand = (work: Work) => (call: Call) => doByHand(call, names, work)
  return {
    'POST /dispatches/settle': byHand((fields) => settle(dispatches, fields)),
    'POST /dispatches/credit': byHand(({ provider, dollars }) => {
      if (!(Number(dollars) >= 0)) return 'dollars must be a number'
      dispatches.setCredit(String(provider), Number(dollars))
      return { provider, dollars: Number(dollars) }
    }),
    'POST /dispatches/callback': byHand(({ provider, url, as = 'form' }) => {
      if (!URL.canParse(String(url))) return 'url must be an address'
      if (as !== 'form' && as !== 'json') return 'as must be one of: form, json'
      dispatches.registerCallback(String(provider), { url: String(url), as })
      return { provider, url, as }
    }),
    'GET /dispatches/callbacks': () => json(dispatches.listTries()),
  }
}

/** A returned string is a refusal. */
type Work = (fields: Fields) => object | string

async function doByHand(call: Call, names: string[], work: Work): Promise<Answer> {
  const fields = (await call.readFields()) ?? {}
  const done = names.includes(String(fields['provider']))
    ? work(fields)
    : `provider must be one of: ${names.join(', ')}`
  if (typeof done === 'string') return json({ message: done }, 400)
  return isForm(call) ? redirect(PAGE) : json(done)
}

function settle(dispatches: Dispatches, { provider, reference, id, outcome }: Fields) {
  if (outcome !== 'delivered' && outcome !== 'refused')
    return 'outcome must be one of: delivered, refused'
  const order =
    id === undefined
      ? dispatches.find(String(provider), String(reference))
      : dispatches.findById(String(provider), String(id))
  if (!order) return `${String(provider)} has no such order`
  if (!dispatches.settle(order, outcome)) return `It is already ${order.state}`
  return { provider, reference: order.reference, id: order.id, outcome }
}
