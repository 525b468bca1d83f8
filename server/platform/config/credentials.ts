import type { Credential, CredentialField } from '#contract/credentials.ts'
import type { Context } from '#server/context.ts'
import { Refusal } from '#server/platform/http/refusal.ts'
import { unseal } from '#server/platform/sealing.ts'

/** By the names of the contract; what is not set is not there. */
export type Credentials = Record<string, string>

const constantCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

/** PHONEPE_CLIENT_ID is what the contract calls clientId of phonepe. */
export const variableOf = (company: string, field: string): string =>
  `${company.toUpperCase()}_${constantCase(field)}`

/** What the environment says of one company. */
export const readCredentials = (
  env: object,
  company: string,
  fields: CredentialField[],
): Credentials =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = (env as Record<string, unknown>)[variableOf(company, name)]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** As whom the shop comes to a company, and who said so. */
export type Account = {
  credentials: Credentials
  source: 'back office' | 'environment' | null
  missing: string[] // labels of what it lacks
}

/** One company: what it is called inside and outside, and what it wants to know. */
export type Company = { name: string; title: string; fields: CredentialField[] }

type Found = { sealed: Buffer | undefined; fromOutside: Credentials }

/** What the back office has stands for itself: half an account of its own and half of the environment's is neither. */
export function toAccount(
  { keys, log }: Pick<Context, 'keys' | 'log'>,
  { name, fields }: Company,
  { sealed, fromOutside }: Found,
): Account {
  const entered = sealed ? unseal(keys, name, sealed) : null
  if (sealed && !entered)
    log.error({ name }, 'these credentials cannot be read with the secrets that the shop has')
  const credentials = entered ?? fromOutside
  const missing = fields.filter(({ name, isOptional }) => !isOptional && !credentials[name])
  return {
    credentials,
    source: entered ? 'back office' : Object.keys(fromOutside).length > 0 ? 'environment' : null,
    missing: missing.map(({ label }) => label),
  }
}

/**
 * What is empty is taken out. Null where nothing is to be kept: what the environment has is not copied for nothing. What was
 * entered is, though nothing of it changes: so it is sealed with the newest secret.
 */
export function changeCredentials(
  { fields }: Company,
  { credentials: before, source }: Account,
  change: Credentials,
): Credentials | null {
  const names = fields.map(({ name }) => name)
  const isSame = (name: string) => change[name] === undefined || change[name] === before[name]
  if (names.every(isSame) && source !== 'back office') return null
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = change[name] ?? before[name]
      return value ? [[name, value]] : []
    }),
  )
}

export function refuseUnknown({ title, fields }: Company, change: Credentials): void {
  const unknown = Object.keys(change).find((sent) => fields.every(({ name }) => name !== sent))
  if (unknown === undefined) return
  const message = `${title} has no credential of this name`
  throw new Refusal('UNKNOWN_CREDENTIAL', { field: `credentials.${unknown}`, message })
}

/** What is set, and what of it is new. The values are nobody's to read, the audit's readers included. */
export function toAudit({ fields }: Company, before: Credentials, after: Credentials) {
  const names = fields.map(({ name }) => name)
  return {
    before: { credentials: names.filter((name) => before[name]) },
    after: {
      credentials: names.filter((name) => after[name]),
      changed: names.filter((name) => (after[name] ?? '') !== (before[name] ?? '')),
    },
  }
}

export const tellMissing = (missing: string[]): string => `It lacks: ${missing.join(', ')}`

export const toShown = ({ fields }: Company, { credentials, source, missing }: Account) => ({
  source,
  missing,
  credentials: fields.map(({ name, label, isSecret, hint = '' }): Credential => {
    const value = credentials[name] ?? ''
    return { name, label, hint, isSecret, isSet: value !== '', value: isSecret ? '' : value }
  }),
})
