import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { formatHundredths } from '#contract/core/money.ts'
import { GATEWAY_TITLES, type GatewayName } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import type { Pages } from '#server/platform/pages/pages.ts'
import type { PayPage } from '#server/money/gateways/gateway.ts'
import { paySecurityPolicy, renderPayPage } from './pay-page-html.ts'
import { selectPayment, type PayRow } from './pay-page-sql.ts'

const ADDRESS = /^\/pay\/([a-z]+)\/([0-9a-f-]{36})\?t=([0-9a-z]+)\.([\w-]{43})$/
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' }

type Deps = {
  config: Pick<Context['config'], 'publicUrl'>
  keys: Pick<Context['keys'], 'pay-page'>
}
type PayPageInput = { id: string; gateway: GatewayName; expiresAt: Date }

/**
 * Address of the shop's own page, for gateways without a plain link. Anyone with the address may pay until it expires.
 */
export function payPageUrl({ config, keys }: Deps, wanted: PayPageInput): string {
  const ends = Math.ceil(wanted.expiresAt.getTime() / 1000).toString(36)
  const proof = sign(keys['pay-page'][0]!, wanted.id, ends)
  return `${config.publicUrl}/pay/${wanted.gateway}/${wanted.id}?t=${ends}.${proof}`
}

const sign = (key: Buffer, id: string, ends: string): string =>
  createHmac('sha256', key).update(`${id} ${ends}`).digest('base64url')

/** Answers /pay/{gateway}/{payment} with the gateway's form or script. Returns false for every other address. */
export const redirectToGateway =
  (ctx: Context, { answerLost, fail }: Pages) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method } = request
    if (!url.startsWith('/pay/') || method !== 'GET') return false
    findPayment(ctx, url)
      .then((payment) =>
        payment?.page
          ? answerPayPage(ctx, response, { ...payment, page: payment.page })
          : answerLost(request, response),
      )
      .catch((error: unknown) => fail(error, response))
    return true
  }

async function answerPayPage(
  { settings }: Pick<Context, 'settings'>,
  response: ServerResponse,
  payment: PayRow & { page: PayPage },
): Promise<void> {
  const { page, gateway } = payment
  if (!payment.isWanted) return redirect(response, statusPath(payment))
  if (page.is === 'link') return redirect(response, page.url)
  const { shopName } = await settings()
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': paySecurityPolicy(page),
  })
  const amount = formatHundredths(payment.amount, payment.currency)
  response.end(renderPayPage({ shopName, title: GATEWAY_TITLES[gateway], amount, page }))
}

async function findPayment(ctx: Context, url: string): Promise<PayRow | null> {
  const [, gateway, id, ends, proof] = ADDRESS.exec(url) ?? []
  if (!id || !ends || !proof) return null
  const isOurs = ctx.keys['pay-page'].some((key) =>
    timingSafeEqual(Buffer.from(sign(key, id, ends)), Buffer.from(proof)),
  )
  if (!isOurs || Number.parseInt(ends, 36) * 1000 <= ctx.now().getTime()) return null
  const payment = await selectPayment(ctx.sql, id)
  return payment?.gateway === gateway ? payment : null
}

/** Path of the page that shows the customer the result. */
function statusPath({ orderId, reference, isPaid }: PayRow): string {
  if (!orderId) return `/dashboard/wallet/add/${reference}`
  return `/purchase/status?status=${isPaid}&orderId=${orderId}`
}

const redirect = (response: ServerResponse, location: string) =>
  void response.writeHead(303, { ...HEADERS, location, 'content-length': '0' }).end()
