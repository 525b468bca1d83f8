import { z } from 'zod'
import { Bytes, endpoint, Id } from '#contract/core/endpoint.ts'

// Everything the shop knows about a purchase, as a file for a bank, a gateway or the police.

export const getOrderEvidence = endpoint({
  method: 'GET',
  path: '/order/:id/evidence',
  access: 'admin',
  right: 'payments',
  confirm: true,
  message: '',
  input: z.strictObject({ id: Id }),
  output: Bytes,
  file: 'zip',
})

/** The same for money that came into a wallet. */
export const getPaymentEvidence = endpoint({
  method: 'GET',
  path: '/payment/:id/evidence',
  access: 'admin',
  right: 'payments',
  confirm: true,
  message: '',
  input: z.strictObject({ id: Id }), // id of the capture
  output: Bytes,
  file: 'zip',
})
