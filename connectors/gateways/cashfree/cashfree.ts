import { readJson } from '#connectors/messages.ts'
import { z } from 'zod'
import type { Gateway } from '#connectors/gateways/gateway.ts'
import { createCall } from './cashfree-call.ts'
import { createDisputes, disputesIn } from './cashfree-disputes.ts'
import { createLinks, pathOf } from './cashfree-links.ts'
import { createOrders } from './cashfree-orders.ts'
import { createPayments } from './cashfree-payments.ts'
import { createRefunds } from './cashfree-refunds.ts'
import { listRefunded, listSettled } from './cashfree-settlements.ts'
import { headerOf, isSigned } from '#connectors/gateways/signing.ts'
import { referencesIn } from '#connectors/gateways/wire.ts'

type Credentials = { url: string; clientId: string; clientSecret: string }

const NOBODYS = 'gemstall-credentials-check' // a link that does not exist

export function createCashfree({ url, clientId, clientSecret }: Credentials): Gateway {
  const call = createCall(url, clientId, clientSecret)
  const links = createLinks(call)
  const orders = createOrders(call, url)
  const payments = createPayments(call, links, orders)
  const refunds = createRefunds(call, payments.findOrder)

  return {
    needs: ['phone'],

    async open(asked) {
      const code = asked.wantsUpiCode ? await orders.open(asked) : null
      if (code) return code
      const link = await links.open(asked)
      return { gatewayId: link.cf_link_id, page: { is: 'link', url: link.link_url } }
    },

    ask: ({ reference }) => payments.ask(reference),

    async close({ reference }) {
      await links.close(reference)
      await orders.close(reference)
    },

    readWebhook({ headers, body }) {
      const isOld = headers['x-webhook-signature'] === undefined
      const prefix = isOld ? 'x-cashfree' : 'x-webhook'
      const timestamp = headerOf(headers, `${prefix}-timestamp`)
      if (!/^\d+$/.test(timestamp)) return null
      const parts = [timestamp, body]
      const signature = headerOf(headers, `${prefix}-signature`)
      const isFromThere = isSigned(signature, { secret: clientSecret, parts, as: 'base64' })
      return isFromThere ? mentionedIn(readJson(body)) : null
    },

    disputesIn,
    disputes: createDisputes(call),
    refund: refunds.send,
    askRefund: refunds.ask,
    listRefunded: (from, to) => listRefunded(call, from, to),
    listSettled: (from, to) => listSettled(call, from, to),

    async check() {
      const { status, fault } = await call(pathOf(NOBODYS))
      if (status === 401) return 'Cashfree doesn’t accept this client id and client secret'
      if (status !== 200 && status !== 404) throw fault
      return null
    },
  }
}

const Part = z.record(z.string(), z.unknown()).optional().catch(undefined)
const Order = z.looseObject({ order_tags: Part }).optional().catch(undefined)
const Event = z.object({
  data: z.object({ link_id: z.unknown().optional(), order: Order, refund: Part }),
})

/**
 * Reads our references from a gateway event. A link's payment belongs to an order that Cashfree creates. The order's
 * tags hold the link id, which is our reference.
 */
function mentionedIn(body: unknown): string[] {
  const { data } = Event.safeParse(body).data ?? {}
  return referencesIn([
    data?.link_id,
    data?.order?.['order_id'],
    data?.order?.order_tags?.['link_id'],
    data?.refund?.['refund_id'],
  ])
}
