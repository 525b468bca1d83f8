import type { GatewayName } from '#contract/money/payments.ts'
import { json, serve } from '#sandbox/http.ts'
import type { Sent } from './webhook-proofs.ts'

export type Recorder = { url: string; heard: Sent[] }

/** Receives gateway events in place of the shop, which hears nothing of them. */
export async function openRecorder(stack: AsyncDisposableStack): Promise<Recorder> {
  const heard: Sent[] = []
  const site = await serve(0, () => ({
    headers: {},
    mounts: [],
    routes: {
      'POST /api/v1/webhook/*': async (call) => {
        const gateway = call.url.pathname.split('/').at(-1) as GatewayName
        const kept = Object.entries(call.headers).filter(([name]) => isOwn(name))
        const headers = Object.fromEntries(kept) as Record<string, string>
        heard.push({ gateway, headers, body: Buffer.from(await call.readText()) })
        return json({})
      },
    },
  }))
  stack.defer(() => site.stop())
  return { url: site.url, heard }
}

/** Headers set by the gateway, as opposed to those of the transport. */
const isOwn = (name: string) =>
  /^(authorization|content-type|stripe-signature|btcpay-sig|paypal-.*|x-.*)$/.test(name)

/** Forwards a recorded event to the shop. */
export async function post(url: string, { gateway, headers, body }: Sent): Promise<number> {
  const response = await fetch(`${url}/api/v1/webhook/${gateway}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  })
  await response.body?.cancel()
  return response.status
}
