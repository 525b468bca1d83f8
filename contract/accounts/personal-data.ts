import { z } from 'zod'
import { endpoint, NoInput } from '#contract/core/endpoint.ts'

/** Everything that the shop keeps about the caller, for people and programs to read. */
export const downloadData = endpoint({
  method: 'GET',
  path: '/user/my-data.json',
  access: 'signed-in',
  limit: 'account',
  message: '',
  input: NoInput,
  output: z.string(),
  file: 'json',
  stream: true,
})
