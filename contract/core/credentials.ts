import { z } from 'zod'
import { text } from './fields.ts'

/** A credential that a company requires, under the name that the company's own pages use. */
export type CredentialField = {
  name: string
  label: string
  isSecret: boolean
  hint?: string
  isOptional?: true // the account works without it
}

export const open = (name: string, label: string, hint?: string): CredentialField => ({
  name,
  label,
  isSecret: false,
  ...(hint ? { hint } : {}),
})

export const secret = (name: string, label: string, hint?: string): CredentialField => ({
  ...open(name, label, hint),
  isSecret: true,
})

/** A credential in the back office. Secrets are never sent back. */
export const Credential = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  value: z.string(), // empty for a secret
})
export type Credential = z.output<typeof Credential>

/** Source of a company's credentials; null if there are none. */
export const CredentialSource = z.enum(['back office', 'environment']).nullable()

export const CredentialChange = z.record(z.string().max(40), text(500))

/** Result of testing credentials with the company. */
export const CheckOutcome = z.object({ isGood: z.boolean(), message: z.string() })
export type CheckOutcome = z.output<typeof CheckOutcome>
