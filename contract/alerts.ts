import { z } from 'zod'
import { endpoint, Id, NoInput, NoOutput } from './endpoint.ts'

/**
 * Something the shop's people should look at, and where. It goes away by itself when it is over; where nothing can tell, a
 * person says that they have seen to it.
 */
export const Alert = z.object({
  _id: z.string(),
  words: z.string(),
  path: z.string(),
  since: z.iso.datetime(),
  endsByHand: z.boolean(),
})
export type Alert = z.output<typeof Alert>

/** Staff are shown what their rights let them see to. */
export const listAlerts = endpoint({
  method: 'GET',
  path: '/alert',
  access: 'admin',
  right: 'any',
  message: '',
  input: NoInput,
  output: z.array(Alert), // the newest first
})

/** Only one that does not end by itself. */
export const endAlert = endpoint({
  method: 'DELETE',
  path: '/alert/:id',
  access: 'admin',
  right: 'any',
  message: 'Seen to',
  input: z.strictObject({ id: Id }),
  output: NoOutput,
})
