import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from '#contract/core/endpoint.ts'

/**
 * Something that the shop's staff should look at, with a link to it. It ends by itself when the cause is gone. Where
 * the shop cannot tell, a person marks it as seen to.
 */
export const Alert = z.object({
  _id: z.string(),
  words: z.string(),
  path: z.string(),
  since: z.iso.datetime(),
  endsByHand: z.boolean(),
})
export type Alert = z.output<typeof Alert>

/** Staff see the alerts that their rights let them act on. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/alert',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.array(Alert), // the newest first
})

/** Ends an alert that does not end by itself. */
export const endAlert = endpoint({
  method: 'DELETE',
  path: '/alert/:id',
  access: 'admin',
  right: 'any',
  message: 'Alert closed',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
