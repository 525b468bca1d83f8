import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { formatHundredths } from '#contract/core/money.ts'
import type { GatewayName } from '#contract/money/payments.ts'
import type { Context } from '#server/context.ts'
import { SECURITY_HEADERS } from '#server/platform/http/headers.ts'
import type { Pages } from '#server/platform/pages/pages.ts'
import type { PayPage } from '#connectors/gateways/gateway.ts'
import { titleOf } from '#server/money/gateways/connectors.ts'
import { paySecurityPolicy, renderPayPage } from './pay-page-html.ts'
import { selectPayment, type PayRow } from './pay-page-sql.ts'
import { askWithinLimit } from './returns.ts'
import { renderUpiPage, UPI_SECURITY_POLICY } from './upi-page-html.ts'

const ADDRESS = /^\/pay\/([a-z][a-z0-9-]*)\/([0-9a-f-]{36})\?t=([0-9a-z]+)\.([\w-]{43})$/
const HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' }

type Deps = {
  config: Pick<Context['config'], 'publicUrl'>
  keys: Pick<Context['keys'], 'pay-page'>
}
type RedirectDeps = Pick<
  Context,
  'sql' | 'keys' | 'now' | 'log' | 'settings' | 'patience' | 'gateways' | 'connectors'
>
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

const METHODS = ['GET', 'HEAD', 'POST']

/**
 * Answers /pay/{gateway}/{payment} with the gateway's form or script, or with the UPI code. HEAD and POST only tell by
 * their status that the payment has ended; POST asks the gateway first. Returns false for every other address.
 */
export const redirectToGateway =
  (ctx: RedirectDeps, { answerLost, fail }: Pages) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method = '' } = request
    if (!url.startsWith('/pay/') || !METHODS.includes(method)) return false
    answer(ctx, request, response)
      .then((isFound) => isFound || answerLost(request, response))
      .catch((error: unknown) => fail(error, response))
    return true
  }

/** Returns false if no payment is to be made at this address. */
async function answer(
  ctx: RedirectDeps,
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  let payment = await findPayment(ctx, url)
  if (method === 'POST' && payment?.isWanted && (await askWithinLimit(ctx, payment.id)))
    payment = await findPayment(ctx, url)
  if (!payment?.page) return false
  if (!payment.isWanted) redirect(response, statusPath(payment))
  else if (method === 'GET')
    await answerPayPage(ctx, response, { ...payment, page: payment.page, headers })
  else response.writeHead(204, HEADERS).end()
  return true
}

async function answerPayPage(
  ctx: Pick<Context, 'settings' | 'now' | 'connectors'>,
  response: ServerResponse,
  payment: PayRow & { page: PayPage; headers: IncomingHttpHeaders },
): Promise<void> {
  const { page, gateway } = payment
  if (page.is === 'link') return redirect(response, page.url)
  const { shopName } = await ctx.settings()
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.is === 'upi' ? UPI_SECURITY_POLICY : paySecurityPolicy(page),
  })
  const amount = formatHundredths(payment.amount, payment.currency)
  if (page.is !== 'upi')
    return void response.end(
      renderPayPage({ shopName, title: titleOf(ctx, gateway), amount, page }),
    )
  response.end(
    renderUpiPage({
      shopName,
      amount,
      purpose: purposeOf(payment),
      uri: page.uri,
      endsInSeconds: Math.max(
        0,
        Math.ceil((payment.expiresAt.getTime() - ctx.now().getTime()) / 1000),
      ),
      isIPhone: /iPhone|iPad/.test(payment.headers['user-agent'] ?? ''),
      backPath: statusPath({ ...payment, isPaid: true }), // waits for the payment, in case it was made
    }),
  )
}

const purposeOf = ({ itemName, gameName }: PayRow): string =>
  itemName === null ? 'Money for your wallet' : `${itemName}, ${gameName}`

async function findPayment(
  ctx: Pick<Context, 'sql' | 'keys' | 'now'>,
  url: string,
): Promise<PayRow | null> {
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
