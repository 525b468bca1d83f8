import { z } from 'zod'
import { endpoint, NoOutput } from '#contract/core/endpoint.ts'

/** Receives gateway events. The body is read as bytes, because signatures cover bytes. */
export const takeWebhook = endpoint({
  method: 'POST',
  path: '/webhook/:gateway',
  access: 'anyone',
  body: 'raw',
  message: '',
  input: z.strictObject({ gateway: z.string().max(40) }),
  output: NoOutput,
})

const returning = z.looseObject({ gateway: z.string().max(40) })

/** Receives the browser back from a gateway. This proves nothing, so the shop asks the gateway. */
export const returnFromGateway = endpoint({
  method: 'GET',
  path: '/return/:gateway',
  access: 'anyone',
  redirect: true,
  message: '',
  input: returning,
  output: z.string(),
})

/** Does the same for gateways that return with a form. */
export const returnFromGatewayByForm = endpoint({
  method: 'POST',
  path: '/return/:gateway',
  access: 'anyone',
  body: 'raw',
  redirect: true,
  message: '',
  input: returning,
  output: z.string(),
})
