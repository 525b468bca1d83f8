import type { Credential, CredentialField } from '#contract/core/credentials.ts'
import type { Context } from '#server/context.ts'
import type { Credentials } from '#server/platform/config/credentials.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { unseal } from './sealing.ts'

/** The credentials the shop uses with a company, and where they come from. */
export type Account = {
  credentials: Credentials
  source: 'back office' | 'environment' | null
  missing: string[] // labels of the required credentials that aren't set
}

/** A gateway or supplier, with the credentials it requires. */
export type Company = { name: string; title: string; fields: CredentialField[] }

type StoredCredentials = { sealed: Buffer | undefined; fromOutside: Credentials }

/**
 * Credentials from the back office replace those from the environment completely. A mix of two accounts would not work.
 */
export function toAccount(
  { keys, log }: Pick<Context, 'keys' | 'log'>,
  { name, fields }: Company,
  { sealed, fromOutside }: StoredCredentials,
): Account {
  const entered = sealed ? unseal(keys, name, sealed) : null
  if (sealed && !entered) log.error({ name }, 'credentials cannot be opened with any known secret')
  const credentials = entered ?? fromOutside
  const missing = fields.filter(({ name, isOptional }) => !isOptional && !credentials[name])
  return {
    credentials,
    source: entered ? 'back office' : Object.keys(fromOutside).length > 0 ? 'environment' : null,
    missing: missing.map(({ label }) => label),
  }
}

/**
 * Merges a change into the credentials; an empty value removes its field. Returns null when an unchanged form would
 * only copy the environment's values. Unchanged back office credentials are returned, so that the caller seals them
 * with the newest secret.
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
  const message = `${title} has no credential with this name`
  throw new Refusal('UNKNOWN_CREDENTIAL', { field: `credentials.${unknown}`, message })
}

/** Names of the credentials that are set, and of those that changed. Their values never enter the audit log. */
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

export const tellMissing = (missing: string[]): string => `Missing: ${missing.join(', ')}`

export const toShown = ({ fields }: Company, { credentials, source, missing }: Account) => ({
  source,
  missing,
  credentials: fields.map(({ name, label, isSecret, hint = '' }): Credential => {
    const value = credentials[name] ?? ''
    return { name, label, hint, isSecret, isSet: value !== '', value: isSecret ? '' : value }
  }),
})
