import { z } from 'zod'
import { text } from './fields.ts'

/** What a shop must know to be somebody at a company, by the names the company's own pages give it. */
export type CredentialField = {
  name: string
  label: string
  isSecret: boolean
  hint?: string
  isOptional?: true // the shop is somebody there without it
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

/** As the back office shows one. What is secret is never sent back. */
export const Credential = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  isSecret: z.boolean(),
  isSet: z.boolean(),
  value: z.string(), // empty for a secret
})
export type Credential = z.output<typeof Credential>

/** Where a company's credentials come from; null where there are none. */
export const CredentialSource = z.enum(['back office', 'environment']).nullable()

export const CredentialChange = z.record(z.string().max(40), text(500))

/** What a company said of them. */
export const CheckOutcome = z.object({ isGood: z.boolean(), message: z.string() })
export type CheckOutcome = z.output<typeof CheckOutcome>
