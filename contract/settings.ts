import { z } from 'zod'
import { endpoint, NoInput } from './endpoint.ts'

/** What everybody may know of how the shop is set up. */
export const getSettings = endpoint({
  method: 'GET',
  path: '/settings',
  access: 'anyone',
  message: '',
  input: NoInput,
  output: z.object({ shopName: z.string(), isGoogleOffered: z.boolean() }),
})
