import { z } from 'zod'
import { endpoint } from '#contract/core/endpoint.ts'
import { required } from '#contract/core/fields.ts'

/** Country of a game account. It is "Unknown" if the source knows only the player. */
export const checkRegion = endpoint({
  method: 'POST',
  path: '/check-region',
  access: 'anyone',
  message: '',
  input: z.strictObject({
    id: required('User ID is required').regex(/^\d{4,12}$/, 'A User ID must have 4 to 12 digits'),
    zone: required('Zone ID is required').regex(/^\d{3,6}$/, 'A Zone ID must have 3 to 6 digits'),
  }),
  output: z.object({
    username: z.string(),
    user_id: z.string(),
    zone: z.string(),
    region: z.string(),
  }),
})
